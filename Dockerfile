# An image of Lectern: docker build --tag lectern .
# docs/running.md describes it, and compose.yaml runs it with PostgreSQL.

# Installs what running needs, and bundles, as `npm start` does. Lectern itself runs on the Node of its npm package `node`.
FROM node:24-bookworm-slim AS build
WORKDIR /opt/lectern
COPY package.json package-lock.json ./
COPY scripts scripts
COPY src src
RUN node scripts/setup.mjs --production

FROM node:24-bookworm-slim
WORKDIR /opt/lectern
COPY package.json CHANGELOG.md ./
COPY bin bin
COPY --from=build /opt/lectern/node_modules node_modules
COPY --from=build /opt/lectern/dist dist
# Files that the bundle reads.
COPY src/api/templates/shipped src/api/templates/shipped
COPY src/commands/sample src/commands/sample
COPY src/pdf/template src/pdf/template
COPY src/social-cards/template src/social-cards/template
# The compile cache of Node.
RUN mkdir -p /data node_modules/.cache && chown node:node /data node_modules/.cache
ENV LECTERN_HOST=0.0.0.0 LECTERN_PORT=4400 LECTERN_DATA_DIR=/data MALLOC_ARENA_MAX=1
USER node
VOLUME /data
EXPOSE 4400
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.LECTERN_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node_modules/node/bin/node", "bin/lectern.js"]
CMD ["serve"]
