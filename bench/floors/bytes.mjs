// Bare Fastify that answers the bytes it was given, whatever it is asked.
import Fastify from 'fastify'
import { asFloor, listen } from './child.mjs'

asFloor(({ text }) => {
  const app = Fastify()
  app.all('/*', (_request, reply) => {
    reply.type('application/json; charset=utf-8').send(text)
  })
  return listen(app)
})
