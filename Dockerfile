# syntax=docker/dockerfile:1
# Two stages: the first has the build tools, the second only what scripts/image-files.mjs copies. See docs/install.md.
ARG NODE=node:22-bookworm-slim

FROM ${NODE} AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && node scripts/image-files.mjs /app

FROM ${NODE}
# The root file system may be read-only: the server writes to DATA_DIR and /tmp only.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN install -d -o node -g node -m 700 /data
WORKDIR /app
COPY --from=build /app ./
USER node
VOLUME /data
EXPOSE 3000
# Running answers get up to 25 seconds after SIGTERM: stop with a timeout of 40.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
