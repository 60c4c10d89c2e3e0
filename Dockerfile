# Every image of the suite: docker build --build-arg SERVICE=forum -t agora-forum .
# One stage builds all of them, so that every image after the first takes seconds. SERVICE is a service's name or `backup`.
# Only the build needs the package registry.
FROM node:24-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS base

FROM base AS build
WORKDIR /src
COPY . .
RUN node scripts/image.mjs all /out

FROM base
ARG SERVICE
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
# Returns freed memory to the system, so that the process's memory is bounded by what it uses at once.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536
# Where a service may keep files; a volume that is mounted here for the first time gets this owner.
RUN install -d -o 10001 -g 10001 /var/lib/agora
WORKDIR /app
# Owned by root and run by another user: the process cannot change its own files.
COPY --from=build --chown=root:root /out/${SERVICE} .
USER 10001:10001
EXPOSE 8080
CMD ["node", "--max-semi-space-size=8", "dist/bundle/main.js"]
