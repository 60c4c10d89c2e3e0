// Bare Fastify that always answers with the bytes it was given.
import Fastify from 'fastify'
import { asFloor, listen } from './child.mjs'

asFloor((/** @type {{ text: string }} */ { text }) => {
  const app = Fastify()
  app.all('/*', (_request, reply) => {
    reply.type('application/json; charset=utf-8').send(text)
  })
  return listen(app)
})
