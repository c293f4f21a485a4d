import type { Attack } from './attack.ts'
import { beginFlood } from './flood.ts'

const request = (more: string) =>
  `GET /v1/crossborder/clients HTTP/1.1\r\nhost: gateway\r\nnonce: 7d5e9a26-6a1e-4a3e-8f4a-3c1d2b5e9f10\r\n${more}\r\n\r\n`

export const madeUpKeys: Attack = {
  name: '1,000 connections with made-up API keys of valid checksum',
  begin: ({ port }) => beginFlood({ port, connections: 1_000, request: request('x-api-key: {key}') }),
}

/** No network exceeds its limit: only the queue for unknown credentials protects. */
export const scatteredKeys: Attack = {
  name: '1,000 connections with made-up API keys, each from a network of its own',
  begin: ({ port }) =>
    beginFlood({ port, connections: 1_000, request: request('x-forwarded-for: {network}\r\nx-api-key: {key}') }),
}
