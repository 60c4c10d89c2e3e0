# One image a service: docker build --build-arg SERVICE=forum -t agora-forum .
# The build needs the registry; the image needs no network to run.
FROM node:24-bookworm-slim AS build
ARG SERVICE
WORKDIR /src
COPY . .
RUN node scripts/image.mjs "$SERVICE" /out

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
# What was freed goes back: memory is bounded by what is held at once.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536
WORKDIR /app
COPY --from=build --chown=root:root /out .
USER 10001:10001
EXPOSE 8080
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "--max-old-space-size=256", "dist/bundle/main.js"]
