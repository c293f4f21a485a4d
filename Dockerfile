# The gateway as one image: `api`, `worker`, `desk`, `migrate` and every command are arguments of the same door.
#
# It is built by deploy/image/build, from a clean clone and to the same digest wherever it is built on the same base, or by
# `docker build .`. NODE is a Debian with Node 26 and npm in /usr/local/bin. Here it is a tag, which the script resolves to a
# digest, tells and hands over; `docker build .` goes by the tag. Of it the image takes Node and the libraries that Node names,
# and nothing else: no shell, no package manager, no npm. Who has to add to it, the PKCS #11 module of an HSM for one, names the
# Debian it belongs to as BASE.
ARG NODE=docker.io/library/node:26-slim
ARG BASE=scratch

# What runs: the packages of production, with no install script, and Node with its libraries.
FROM ${NODE} AS packages
WORKDIR /eclusa
COPY package.json package-lock.json ./
# A registry of one's own is named in an .npmrc, and who signs for it in a PEM file: neither stays in a layer.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=authorities,target=/run/authorities.pem \
  NODE_EXTRA_CA_CERTS=/run/authorities.pem npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# Keys in an HSM need native code and so a NODE that has a compiler: docs/guides/dict-keys.md.
ARG HSM=
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=authorities,target=/run/authorities.pem \
  test -z "$HSM" || NODE_EXTRA_CA_CERTS=/run/authorities.pem npm run build:pkcs11
COPY deploy/image/gather deploy/image/gather
RUN deploy/image/gather /gathered

# The pages, and the client that the commands of integrators call by. What builds them is not needed to serve them. Their types
# come from declarations in src.
FROM ${NODE} AS pages
WORKDIR /eclusa
COPY package.json package-lock.json ./
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=authorities,target=/run/authorities.pem \
  NODE_EXTRA_CA_CERTS=/run/authorities.pem npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY src src
COPY scripts scripts
COPY openapi openapi
COPY desk desk
COPY room room
COPY clients clients
RUN npm run desk:build && npm run room:build
# What is in the image and under which licences, from what the packages themselves say.
COPY --from=packages /gathered/bill bill
ARG SOURCE_DATE_EPOCH=0
RUN node scripts/bill.ts bill desk/dist/licences.json room/dist/licences.json

FROM ${BASE}
COPY --from=packages /gathered/root /
WORKDIR /eclusa
COPY LICENSE package.json schema.sql ./
COPY migrations migrations
COPY docs docs
COPY src src
# What the commands of integrators call a gateway by.
COPY openapi/openapi.json openapi/openapi.json
COPY --from=packages /eclusa/node_modules node_modules
COPY --from=pages /eclusa/clients/typescript/src clients/typescript/src
COPY --from=pages /eclusa/desk/dist desk/dist
COPY --from=pages /eclusa/room/dist room/dist
COPY --from=pages /eclusa/bill/sbom.cdx.json /eclusa/bill/licences.md bill/

# Nobody in particular: everything above is root's, and only to be read. Files are the one thing it writes, and where a
# volume is put over them it begins as this user's.
COPY --from=packages --chown=65532:65532 /gathered/files /files
USER 65532:65532
ENV NODE_ENV=production
EXPOSE 8080 8090 9090
ENTRYPOINT ["/usr/local/bin/node", "/eclusa/src/main.ts"]
CMD ["api"]
# Whether it runs, and not whether it is ready: who restarts what is unwell would restart it for a database that is away.
# Only an image that Docker builds carries it: OCI's format, in which deploy/image/build makes its own, has no place for it. There
# compose.yaml asks the same, and Kubernetes by its probes.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["/usr/local/bin/node", "-e", \
  "const e = process.env; require(e.INTERNAL_TLS_CERTIFICATE || e.INTERNAL_TLS_CERTIFICATE_FILE ? 'https' : 'http').get({ host: '127.0.0.1', port: e.INTERNAL_PORT || 9090, path: '/livez', rejectUnauthorized: false }, (r) => process.exit(r.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]

ARG VERSION=0.0.0
ARG REVISION=
ARG NODE_NAME=
ARG NODE_DIGEST=
LABEL org.opencontainers.image.title="Eclusa" \
  org.opencontainers.image.description="A self-hostable payments gateway for Brazil and cross-border clients." \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.base.name="${NODE_NAME}" \
  org.opencontainers.image.base.digest="${NODE_DIGEST}"
