import type { FastifyRequest } from 'fastify'
import { uuidPattern } from '../../http/schema.ts'
import { VIDEO_BYTES_MAX } from '../onboarding/liveness/video.ts'
import { PageRefusal } from './page-rejection.ts'

/** Requests of the page are validated like those of an unknown client, because anyone can send them. */

const uuid = new RegExp(uuidPattern)
const sha256Hex = /^[0-9a-f]{64}$/

/** Part size: small enough to send again, and large enough that fifty parts are a long video. */
export const PART_BYTES = 1024 * 1024
const PARTS_MAX = Math.ceil(VIDEO_BYTES_MAX / PART_BYTES)

/**
 * The recording formats of the page, by browser MIME type. The file name is ours: the person's own file name is not
 * stored.
 */
export const fileNames = {
  'video/webm': 'liveness.webm',
  'video/mp4': 'liveness.mp4',
  'video/quicktime': 'liveness.mov',
}

export interface SentPart {
  upload_id: string
  number: number
  size: number
  sha256: string
}

export interface Announced {
  upload_id: string
  type: keyof typeof fileNames
  size: number
  sha256: string
}

export function readUploadId({ params }: FastifyRequest): string {
  const { upload_id } = params as { upload_id: string }
  if (!uuid.test(upload_id)) throw malformed()
  return upload_id.toLowerCase()
}

export function readPart(request: FastifyRequest): SentPart {
  const { number } = request.params as { number: string }
  const { 'x-part-sha256': sha256, 'content-length': length } = request.headers
  const size = Number(length)
  if (!/^[1-9]\d?$/.test(number) || typeof sha256 !== 'string' || !sha256Hex.test(sha256)) throw malformed()
  if (!request.body || !Number.isInteger(size) || size < 1) throw malformed()
  if (size > PART_BYTES || Number(number) > PARTS_MAX) throw new PageRefusal(413, 'TOO_LARGE')
  return { upload_id: readUploadId(request), number: Number(number), size, sha256 }
}

export function readAnnounced(request: FastifyRequest): Announced {
  const { type, size, sha256 } = parse(request.body)
  if (
    typeof type !== 'string' ||
    !Object.hasOwn(fileNames, type) ||
    typeof sha256 !== 'string' ||
    !sha256Hex.test(sha256)
  )
    throw malformed()
  if (typeof size !== 'number' || !Number.isInteger(size) || size < 1) throw malformed()
  if (size > VIDEO_BYTES_MAX) throw new PageRefusal(413, 'TOO_LARGE')
  return { upload_id: readUploadId(request), type: type as Announced['type'], size, sha256 }
}

/** The hash of the consent text that the page showed. */
export function readConsent({ body }: FastifyRequest): string {
  const { sha256 } = parse(body)
  if (typeof sha256 !== 'string' || !sha256Hex.test(sha256)) throw malformed()
  return sha256
}

function parse(body: unknown): Record<string, unknown> {
  try {
    return Object(JSON.parse(String(body))) as Record<string, unknown>
  } catch {
    throw malformed()
  }
}

function malformed(): PageRefusal {
  return new PageRefusal(400, 'MALFORMED')
}
