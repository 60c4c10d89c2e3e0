import { solveCaptcha } from '@agora/testing/captcha-solver'
import { startFloor } from '../floors/child.mjs'
import { load } from '../lib/load.mjs'
import { principalHeaders } from '../lib/suite.mjs'

/** @typedef {import('../lib/suite.mjs').Bench} Bench */

const REDEMPTIONS = 32 * 48
const PUZZLES = 50

/**
 * @param {string} url
 * @param {Record<string, string>} headers
 * @param {string} [body]
 */
async function post(url, headers, body) {
  const answer = await fetch(url, { method: 'POST', headers, body })
  return await answer.text()
}

/**
 * @param {string} url
 * @param {Record<string, string>} headers
 */
async function solved(url, headers) {
  const challenge = JSON.parse(await post(`${url}/challenge`, headers))
  return JSON.stringify({ token: challenge.token, solutions: solveCaptcha(challenge) })
}

/** @param {Bench} bench */
export function captchaCases(bench) {
  const { main, postgres, seconds } = bench
  const captcha = main.suite.processes.captcha[0]
  const url = `${captcha.url}/api/v1/captcha/register`
  const guest = () => principalHeaders(main, undefined, 'captcha')

  const challenges = {
    name: 'a challenge is handed out',
    floor: 'Fastify with the same bytes',
    target: 0.5,
    prepare: async () => {
      const text = await post(`${url}/challenge`, await guest())
      const floor = await startFloor('./bytes.mjs', { text })
      /**
       * @param {string} address
       * @param {number | undefined} pid
       */
      const asked = (address, pid) => ({
        pid,
        run: async () => load({ url: address, method: 'POST', headers: await guest(), seconds }),
      })
      return {
        own: asked(`${url}/challenge`, captcha.pid),
        floor: asked(floor.url, floor.pid),
        close: floor.stop,
      }
    },
  }

  const redemptions = {
    name: 'a solved challenge is redeemed',
    floor: `Fastify with the bare hashing, ${PUZZLES} sha256`,
    target: 0.5,
    prepare: async () => {
      const headers = async () => ({ ...(await guest()), 'content-type': 'application/json' })
      const used = await solved(url, await guest())
      const text = await post(`${url}/redeem`, await headers(), used)
      const floor = await startFloor('./hashing.mjs', { text, puzzles: PUZZLES })
      const bodiesOf = async () => {
        const bodies = []
        for (let count = 0; count < REDEMPTIONS; count++) bodies.push(await solved(url, await guest()))
        return bodies
      }
      // Solved before the round that redeems them; the floor gets the same.
      /** @type {string[]} */
      let bodies = []
      /** @param {string} address */
      const redeem = async (address) =>
        load({ url: address, method: 'POST', headers: await headers(), bodies })
      return {
        before: async () => {
          bodies = await bodiesOf()
        },
        own: { pid: captcha.pid, behind: [postgres.cpu], run: () => redeem(`${url}/redeem`) },
        floor: { pid: floor.pid, run: () => redeem(floor.url) },
        close: floor.stop,
      }
    },
  }
  return [challenges, redemptions]
}
