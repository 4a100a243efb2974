import assert from "node:assert/strict";
import { test } from "node:test";
import { isPublicAddress } from "./public-address.ts";

test("addresses of the public internet are public", () => {
  for (const address of [
    "1.1.1.1",
    "8.8.8.8",
    "93.184.216.34",
    "172.15.255.255",
    "172.32.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "223.255.255.255",
    "2606:4700:4700::1111",
    "2a00:1450:4001:81b::200e",
    "::ffff:8.8.8.8",
  ])
    assert.equal(isPublicAddress(address), true, address);
});

test("loopback, private, link-local, shared, multicast and reserved addresses are not public", () => {
  for (const address of [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.168.1.1",
    "198.18.0.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "100::1",
    "200::1",
    "2001:db8::1",
    "3fff::1",
    "4000::1",
    "5f00::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
  ])
    assert.equal(isPublicAddress(address), false, address);
});

test("an IPv6 address that embeds a private IPv4 address is not public, in any notation", () => {
  for (const address of [
    "::ffff:127.0.0.1",
    "::ffff:a00:1",
    "::127.0.0.1",
    "::ffff:0:127.0.0.1",
    "64:ff9b::127.0.0.1",
    "64:ff9b:1::127.0.0.1",
    "2002:7f00:1::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2606:4700::5efe:10.0.0.1",
    "2606:4700::200:5efe:10.0.0.1",
  ])
    assert.equal(isPublicAddress(address), false, address);
});

test("text that is not an IP address is not public", () => {
  for (const address of [
    "",
    "localhost",
    "127.0.0.1.",
    "1.2.3",
    "010.1.1.1",
    "0x8.8.8.8",
    "1.2.3.4/8",
    "[::1]",
    "2606:4700::1::2",
  ])
    assert.equal(isPublicAddress(address), false, address);
});
