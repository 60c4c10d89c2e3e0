// Bare Fastify that does only the hashing of a redemption.
import { hash } from 'node:crypto'
import Fastify from 'fastify'
import { asFloor, listen } from './child.mjs'

const SALT = 'a'.repeat(32)

asFloor((/** @type {{ text: string, puzzles: number }} */ { text, puzzles }) => {
  const app = Fastify()
  app.post('/*', (request, reply) => {
    const { solutions } = /** @type {{ solutions: number[] }} */ (request.body)
    for (let index = 0; index < puzzles; index++) hash('sha256', SALT + solutions[index], 'hex')
    reply.type('application/json; charset=utf-8').send(text)
  })
  return listen(app)
})
