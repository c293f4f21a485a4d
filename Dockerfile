# The gateway as one image: `api`, `worker`, `migrate` and the operator's commands are arguments of the same door.
# The pages of the desk and of the room are built apart: what builds them is not needed to serve them.
FROM node:26-slim AS pages
WORKDIR /eclusa
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY scripts ./scripts
COPY openapi ./openapi
COPY desk ./desk
COPY room ./room
COPY clients ./clients
RUN npm run desk:build && npm run room:build && npm run client:contract

FROM node:26-slim
WORKDIR /eclusa
COPY package.json package-lock.json ./
# No install script is needed at run time, so none is run. Keys in an HSM need one more step: docs/guides/dict-keys.md.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY migrations ./migrations
COPY docs ./docs
COPY src ./src
# What the commands of integrators call a gateway by.
COPY openapi/openapi.json ./openapi/openapi.json
COPY --from=pages /eclusa/clients/typescript/src ./clients/typescript/src
COPY --from=pages /eclusa/desk/dist ./desk/dist
COPY --from=pages /eclusa/room/dist ./room/dist
USER node
ENTRYPOINT ["node", "src/main.ts"]
CMD ["api"]
