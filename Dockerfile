# docker build -t promptory .
# docker run --detach --name promptory -p 127.0.0.1:3000:3000 -v promptory:/data --env-file promptory.env promptory
# promptory.env has PUBLIC_URL=https://prompts.example.com, TRUST_PROXY=true, and other variables of .env.example.
FROM node:24-bookworm-slim AS build
WORKDIR /build
# Packages are a layer of their own: it is made again only when they change.
COPY package.json package-lock.json .npmrc ./
COPY scripts/prepare.mjs scripts/one-at-a-time.mjs scripts/
RUN node -e "import('./scripts/prepare.mjs').then(({ ensureInstalled }) => ensureInstalled({ everything: false }))"
COPY . .
RUN node scripts/runtime.mjs /promptory

FROM debian:bookworm-slim
# PostgreSQL asks for the name of its account.
RUN useradd --uid 10001 --home-dir /data --create-home --shell /usr/sbin/nologin promptory
COPY --from=build /promptory /promptory
WORKDIR /promptory
USER 10001
# Free memory goes back to the system.
ENV MIMALLOC_PURGE_DELAY=0 MALLOC_ARENA_MAX=2
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data PATH=/promptory/bin:/promptory/node_modules/node/bin:$PATH
VOLUME /data
EXPOSE 3000
# An upgrade of a large catalog builds indexes first, which takes minutes.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30m CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=512", "--expose-gc", "build/site/main.js"]
