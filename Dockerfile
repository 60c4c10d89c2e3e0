# Every image of the suite: docker build --build-arg SERVICE=forum -t agora-forum .
# One stage builds and lays out all of them, so that those after the first take seconds; SERVICE is one of them or `backup`.
# The build needs the registry; an image needs no network to run.
FROM node:24-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS base

FROM base AS build
WORKDIR /src
COPY . .
RUN node scripts/image.mjs all /out

FROM base
ARG SERVICE
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
# What was freed goes back: memory is bounded by what is held at once.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536
WORKDIR /app
# Root's, and run by another account: nothing in the image can be written to, and nothing needs to be.
COPY --from=build --chown=root:root /out/${SERVICE} .
USER 10001:10001
EXPOSE 8080
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "dist/bundle/main.js"]
