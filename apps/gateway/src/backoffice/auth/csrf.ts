import type { FastifyRequest } from 'fastify'
import { originRefused } from './errors.ts'

/**
 * CSRF check: a browser sends the cookie with requests of any page. So a write has to come from the desk's own pages, by
 * headers that no page can set.
 */
export function refuseForeignWrite(
  { headers, method }: FastifyRequest,
  deskOrigin: string,
  types = ['application/json'],
) {
  if (method === 'GET' || method === 'HEAD') return
  const site = headers['sec-fetch-site']
  if (headers.origin !== deskOrigin || (site !== undefined && site !== 'same-origin')) throw originRefused()
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (type === undefined ? hasBody : !types.includes(type)) throw originRefused()
}
