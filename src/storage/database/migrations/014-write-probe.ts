import type { Migration } from "./migrations.ts";

/** One row, which is overwritten to find out whether the database can be written. */
export const writeProbe: Migration = {
  name: "014-write-probe",
  statements: ({ bytes }) => [`create table write_probe (id integer primary key, filler ${bytes} not null)`],
};
