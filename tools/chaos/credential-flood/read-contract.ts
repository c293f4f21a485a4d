import type { Attack } from './attack.ts'
import { beginFlood } from './flood.ts'

export const readContract: Attack = {
  name: '40 clients that read /openapi.json over and over',
  begin: ({ port }) =>
    beginFlood({
      port,
      connections: 40,
      request: 'GET /openapi.json HTTP/1.1\r\nhost: gateway\r\naccept-encoding: gzip\r\n\r\n',
    }),
}
