import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** How hard to press: one more would cost twice the time for a hundredth of the size. */
const BROTLI_QUALITY = 6
/** How long a copy of what changes with a release is good without asking again. */
const FRESH_SECONDS = 300
const YEAR_SECONDS = 31_536_000

/** Pressed outside the loop of events, in the order in which they are preferred. */
const presses: Record<string, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: promisify(gzip),
}
const brotli = promisify(brotliCompress)

/** For an address whose content changes with a release, for one that is named after its content, and for one that was. */
export const changing = `public, max-age=${FRESH_SECONDS}, must-revalidate`
export const lasting = `public, max-age=${YEAR_SECONDS}, immutable`
export const outdated = 'no-cache'

/** What is the same for everybody as long as the process runs: made once, pressed once, and then only sent. */
export interface Still {
  /** Names the content. */
  hash: string
  send(request: FastifyRequest, reply: FastifyReply, caching: string): Promise<FastifyReply>
}

export function openStill(type: string, content: string | Buffer, headers: Record<string, string> = {}): Still {
  const bytes = Buffer.from(content)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  // Weak, because one name stands for the content however it is pressed.
  const etag = `W/"${hash}"`
  const vary = ['accept-encoding', ...(headers['vary'] ? [headers['vary']] : [])].join(', ')
  const pressed = new Map<string, Promise<Buffer>>()

  return {
    hash,
    async send(request, reply, caching) {
      reply.headers({ ...headers, 'cache-control': caching, etag, vary })
      if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
      const encoding = chooseEncoding(request.headers['accept-encoding'])
      reply.type(type)
      if (!encoding) return reply.send(bytes)
      // The first who asks has it made, and whoever asks meanwhile waits for the same one.
      if (!pressed.has(encoding)) pressed.set(encoding, presses[encoding]!(bytes))
      return reply.header('content-encoding', encoding).send(await pressed.get(encoding)!)
    },
  }
}

/** The first of ours that the caller takes, by RFC 9110: named, or by the star, and not with a weight of nought. */
export function chooseEncoding(accepted: string | string[] | undefined): string | undefined {
  const weights = new Map<string, number>()
  for (const item of String(accepted ?? '').split(',')) {
    const [name, weight] = item.toLowerCase().split(/\s*;\s*q=/)
    weights.set(name!.trim(), Number(weight ?? 1))
  }
  return Object.keys(presses).find((encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0)
}

function isKnown(given: string | undefined, etag: string): boolean {
  if (given === undefined) return false
  const strong = etag.slice(2)
  return given.split(',').some((known) => ['*', etag, strong].includes(known.trim()))
}
