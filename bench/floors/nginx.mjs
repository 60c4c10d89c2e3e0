import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@agora/suite/servers/ports'
import { childrenOf } from '../lib/processes.mjs'

const COMMANDS = ['nginx', '/usr/sbin/nginx']

export const nginx = COMMANDS.find((command) => !spawnSync(command, ['-v'], { stdio: 'ignore' }).error)

const CACHE = `
      proxy_cache pages;
      proxy_cache_lock on;
      proxy_cache_use_stale updating;`

/** What nginx caches of what passes it: nothing; what `Cache-Control` and `Vary` allow; or each page for a second. */
const caches = {
  none: '',
  heeding: `${CACHE}
      proxy_cache_background_update on;`,
  all: `${CACHE}
      proxy_cache_valid 200 1s;
      proxy_ignore_headers Cache-Control Vary;`,
}

/**
 * @param {string} folder
 * @param {number} port
 * @param {string} upstream
 * @param {keyof typeof caches} cache
 */
const configOf = (folder, port, upstream, cache) => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  proxy_cache_path ${folder}/pages keys_zone=pages:10m;
  upstream service { server ${new URL(upstream).host}; keepalive 128; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header Connection "";${caches[cache]}
    }
  }
}
`

/**
 * A plain reverse proxy for one address; undefined without nginx.
 *
 * @param {string} folder
 * @param {string} upstream
 * @param {keyof typeof caches} [cache]
 */
export async function startNginx(folder, upstream, cache = 'none') {
  if (!nginx) return undefined
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const config = path.join(folder, 'nginx.conf')
  writeFileSync(config, configOf(folder, port, upstream, cache))
  const child = spawn(nginx, ['-p', folder, '-c', config], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; ; tries++) {
    if (
      await fetch(`${url}/health/live`)
        .then((answer) => answer.ok)
        .catch(() => false)
    )
      break
    if (tries > 200 || child.exitCode !== null)
      throw new Error(`nginx did not start; see ${folder}/error.log`)
    await sleep(50)
  }
  // The worker process does the work.
  return { url, pid: childrenOf(child.pid)[0], stop: () => child.kill('SIGQUIT') }
}
