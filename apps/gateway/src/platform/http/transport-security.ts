import type { FastifyInstance } from 'fastify'

const YEAR_SECONDS = 31_536_000

/** HSTS (RFC 6797): a browser that reached this origin over https does not use http again. */
export function sendTransportSecurity(app: FastifyInstance, url: string | undefined): void {
  if (!url?.startsWith('https:')) return
  app.addHook('onRequest', async (_, reply) => {
    reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}`)
  })
}
