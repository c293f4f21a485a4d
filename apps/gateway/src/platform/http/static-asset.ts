import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Brotli quality: the next level takes twice the time and saves 1 %. */
const BROTLI_QUALITY = 6
/** How long a browser uses a file that changes with a release without asking again. */
const FRESH_SECONDS = 300
const YEAR_SECONDS = 31_536_000

/** Compressed outside the event loop, in order of preference. */
const compressors: Record<string, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: promisify(gzip),
}
const brotli = promisify(brotliCompress)

/**
 * Cache headers: for an address whose content changes with a release, for one named after its content, and for one from an
 * earlier release.
 */
export const shortCache = `public, max-age=${FRESH_SECONDS}, must-revalidate`
export const immutableCache = `public, max-age=${YEAR_SECONDS}, immutable`
export const noCache = 'no-cache'

/** Precompressed static asset: generated once, compressed once, and then only sent. */
export interface StaticAsset {
  /** A hash of the content, from which the ETag is made. */
  hash: string
  send(request: FastifyRequest, reply: FastifyReply, caching: string): Promise<FastifyReply>
}

export function createStaticAsset(
  type: string,
  content: string | Buffer,
  headers: Record<string, string> = {},
): StaticAsset {
  const bytes = Buffer.from(content)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  // Weak, because all encodings of the content share one ETag.
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
      // Single-flight: the first request generates it, and concurrent requests wait for the same result.
      if (!pressed.has(encoding)) pressed.set(encoding, compressors[encoding]!(bytes))
      return reply.header('content-encoding', encoding).send(await pressed.get(encoding)!)
    },
  }
}

/**
 * Content negotiation (RFC 9110): the first of our encodings that the caller accepts, by name or by `*`, with a weight above 0.
 */
export function chooseEncoding(accepted: string | string[] | undefined): string | undefined {
  const weights = new Map<string, number>()
  for (const item of String(accepted ?? '').split(',')) {
    const [name, weight] = item.toLowerCase().split(/\s*;\s*q=/)
    weights.set(name!.trim(), Number(weight ?? 1))
  }
  return Object.keys(compressors).find((encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0)
}

function isKnown(given: string | undefined, etag: string): boolean {
  if (given === undefined) return false
  const strong = etag.slice(2)
  return given.split(',').some((known) => ['*', etag, strong].includes(known.trim()))
}
