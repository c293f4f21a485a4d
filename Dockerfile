# The gateway as one image: `api`, `worker`, `desk`, `migrate` and every command are arguments of the same entry point.
#
# Reproducible build: deploy/image/build builds it from a clean clone, with the same digest on every machine with the same base.
# `docker build .` works too. NODE is a Debian with Node 26 and npm in /usr/local/bin. Here it is a tag, which the script
# resolves to a digest, prints and passes on; `docker build .` uses the tag. The image takes from it only Node and the libraries
# that Node needs: no shell, no package manager, no npm. An operator who has to add something, for example the PKCS #11 module
# of an HSM, sets BASE to the Debian it belongs to.
ARG NODE=docker.io/library/node:26-slim
ARG BASE=scratch

# The runtime: the production packages, without install scripts, and Node with its libraries.
FROM ${NODE} AS packages
WORKDIR /eclusa
COPY package.json package-lock.json ./
COPY apps/backoffice/package.json apps/backoffice/
COPY apps/gateway/package.json apps/gateway/
COPY apps/portal/package.json apps/portal/
COPY packages/client/package.json packages/client/
COPY packages/simulators/package.json packages/simulators/
COPY packages/ui/package.json packages/ui/
COPY tools/bench/package.json tools/bench/
COPY tools/chaos/package.json tools/chaos/
COPY tools/codegen/package.json tools/codegen/
COPY tools/testing/package.json tools/testing/
# An .npmrc may name another registry, and a PEM file its certificate authorities. Both are secrets and stay in no layer.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=authorities,target=/run/authorities.pem \
  NODE_EXTRA_CA_CERTS=/run/authorities.pem npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# Keys in an HSM need native code, so NODE needs a compiler: docs/guides/dict-keys.md.
ARG HSM=
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=authorities,target=/run/authorities.pem \
  test -z "$HSM" || NODE_EXTRA_CA_CERTS=/run/authorities.pem npm run build:pkcs11
COPY deploy/image/gather deploy/image/gather
RUN deploy/image/gather /gathered

# The pages, and the client that the commands of integrators use. The tools that build them are not needed to serve them. Their
# types come from declarations in src.
FROM ${NODE} AS pages
WORKDIR /eclusa
COPY package.json package-lock.json ./
COPY apps/backoffice/package.json apps/backoffice/
COPY apps/gateway/package.json apps/gateway/
COPY apps/portal/package.json apps/portal/
COPY packages/client/package.json packages/client/
COPY packages/simulators/package.json packages/simulators/
COPY packages/ui/package.json packages/ui/
COPY tools/bench/package.json tools/bench/
COPY tools/chaos/package.json tools/chaos/
COPY tools/codegen/package.json tools/codegen/
COPY tools/testing/package.json tools/testing/
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=authorities,target=/run/authorities.pem \
  NODE_EXTRA_CA_CERTS=/run/authorities.pem npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY openapi openapi
COPY apps apps
COPY packages packages
COPY tools tools
RUN npm run desk:build && npm run room:build
# Software bill of materials: the packages in the image with their licences, as the packages declare them.
COPY --from=packages /gathered/bill bill
ARG SOURCE_DATE_EPOCH=0
RUN node tools/codegen/sbom.ts bill apps/backoffice/dist/licences.json apps/portal/dist/licences.json

FROM ${BASE}
COPY --from=packages /gathered/root /
WORKDIR /eclusa
COPY LICENSE package.json ./
COPY docs docs
COPY apps/gateway/package.json apps/gateway/schema.sql apps/gateway/
COPY apps/gateway/migrations apps/gateway/migrations
COPY apps/gateway/src apps/gateway/src
COPY packages/client/package.json packages/client/
# The contract, which the commands of integrators use.
COPY openapi/openapi.json openapi/openapi.json
COPY openapi/examples openapi/examples
COPY --from=packages /eclusa/node_modules node_modules
COPY --from=pages /eclusa/packages/client/src packages/client/src
COPY --from=pages /eclusa/apps/backoffice/dist apps/backoffice/dist
COPY --from=pages /eclusa/apps/portal/dist apps/portal/dist
COPY --from=pages /eclusa/bill/sbom.cdx.json /eclusa/bill/licences.md bill/

# An unprivileged user: everything above belongs to root and is read-only. The process writes only to /files, and a volume that
# is mounted there starts with this owner.
COPY --from=packages --chown=65532:65532 /gathered/files /files
USER 65532:65532
ENV NODE_ENV=production
EXPOSE 8080 8090 9090
ENTRYPOINT ["/usr/local/bin/node", "/eclusa/apps/gateway/src/main.ts"]
CMD ["api"]
# Liveness and not readiness: otherwise a supervisor would restart the process because its database is down. Only an image built
# by Docker has it: the OCI format of deploy/image/build has no health check. There compose.yaml checks the same, and Kubernetes
# uses its probes.
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
