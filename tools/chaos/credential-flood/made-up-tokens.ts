import type { Attack } from './attack.ts'
import { beginFlood } from './flood.ts'
import type { FloodEnvironment } from './stage.ts'

/** Tokens that name the issuer's own key: only the signature check rejects them. */
export const madeUpTokens: Attack = {
  name: '1,000 connections with made-up tokens, each from a network of its own',
  begin: ({ port, tokens }: FloodEnvironment) => {
    const [header] = tokens[0]!.split('.')
    const request = `GET /v1/crossborder/clients HTTP/1.1\r\nhost: gateway\r\nnonce: 7d5e9a26-6a1e-4a3e-8f4a-3c1d2b5e9f10\r\nx-forwarded-for: {network}\r\nauthorization: Bearer ${header}.{token}\r\n\r\n`
    return beginFlood({ port, connections: 1_000, request })
  },
}
