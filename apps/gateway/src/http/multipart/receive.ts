import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type BrokenRule, Fault } from '../../platform/errors/fault.ts'
import type { Text } from '../../platform/language.ts'
import { createSemaphore } from '../../platform/semaphore.ts'
import { normaliseText } from '../../platform/unicode-text.ts'
import { bodyTooLarge, mediaTypeUnsupported, rateLimited, requestMalformed } from '../faults.ts'
import { READ_TIMEOUT_MS } from '../limits.ts'
import type { Route } from '../route.ts'
import { checkFields } from '../validate-request.ts'
import type { IncomingFile, KeptPart, ReceivedForm } from './multipart.ts'
import { steadyBytes } from './stalled-stream-guard.ts'

const FIELDS_MAX = 20
const FIELD_BYTES_MAX = 4 * 1024
/** Limits of a body besides its files: boundaries, headers and fields. */
const ENVELOPE_BYTES_MAX = 128 * 1024

/** Bodies received at the same time: each holds a connection and an upload for as long as its sender takes. */
const PER_USER_MAX = 32
const ALL_MAX = 500
const RETRY = { headers: { 'retry-after': '2' } }
const receiving = createSemaphore({ atOnce: ALL_MAX, each: () => PER_USER_MAX, refuse: () => rateLimited(RETRY) })

/**
 * Receives a multipart body part by part, in order, and hands each file to `keep` while it arrives. A rejected body leaves
 * nothing stored.
 */
export function receiveMultipart<Kept extends KeptPart>(
  route: Route,
  request: FastifyRequest,
  keep: (file: IncomingFile) => Promise<Kept>,
): Promise<ReceivedForm<never, Kept>> {
  return receiving.run(request.caller!.user_id, () => takeIn(route, request, keep))
}

async function takeIn<Kept extends KeptPart>(
  route: Route,
  request: FastifyRequest,
  keep: (file: IncomingFile) => Promise<Kept>,
): Promise<ReceivedForm<never, Kept>> {
  const { files: declared, bytesMax } = route.multipart!
  const filesMax = Object.keys(declared).length
  const files: (Kept & { part: string })[] = []
  const fields: Record<string, string> = {}
  try {
    if (Number(request.headers['content-length'] ?? 0) > filesMax * bytesMax + ENVELOPE_BYTES_MAX) throw bodyTooLarge()
    const limits = {
      parts: filesMax + FIELDS_MAX,
      files: filesMax,
      fields: FIELDS_MAX,
      fieldSize: FIELD_BYTES_MAX,
      fieldNameSize: 100,
      headerPairs: 20,
      fileSize: bytesMax,
    }
    for await (const part of readParts(request, limits)) {
      if (part.type === 'field') takeField(fields, part)
      else files.push(await takeFile(part, declared, files, keep))
    }
    return { fields: checkParts(route, fields, files), files }
  } catch (error) {
    // No transaction was opened, so no row can refer to these bytes.
    await discardAll(files)
    throw error
  }
}

type Parts = AsyncIterable<MultipartFile | MultipartValue>

/** The parser's own errors are caused by the request. Those of `keep` are not, and do not come through here. */
async function* readParts(request: FastifyRequest, limits: object): Parts & AsyncGenerator {
  const parts = request.parts({ limits })
  for (;;) {
    // The store has its own timeout for a file's bytes. Everything else of a body is small and has to arrive at once.
    const { done, value } = await soon(parts.next()).catch(asMalformed)
    if (done) return
    yield value
  }
}

async function soon<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the caller stopped sending')), READ_TIMEOUT_MS)
  })
  return Promise.race([work, silence]).finally(() => clearTimeout(timer))
}

function takeField(fields: Record<string, string>, { fieldname, value, valueTruncated }: MultipartValue): void {
  if (valueTruncated || typeof value !== 'string') throw malformed(fieldname, 'MAX_LENGTH', tooLong)
  if (Object.hasOwn(fields, fieldname)) throw malformed(fieldname, 'NOT_ALLOWED', onlyOnce)
  fields[fieldname] = value
}

async function takeFile<Kept extends KeptPart>(
  { fieldname: part, filename: file_name, file }: MultipartFile,
  declared: object,
  files: { part: string }[],
  keep: (file: IncomingFile) => Promise<Kept>,
): Promise<Kept & { part: string }> {
  if (!Object.hasOwn(declared, part)) throw malformed(part, 'NOT_ALLOWED', notAFile)
  if (files.some((earlier) => earlier.part === part)) throw malformed(part, 'NOT_ALLOWED', onlyOnce)
  return {
    ...(await keep({ part, file_name: normaliseText(file_name ?? ''), bytes: steadyBytes(file, asMalformed) })),
    part,
  }
}

function checkParts({ body, multipart }: Route, fields: Record<string, string>, files: { part: string }[]): never {
  const missing = Object.entries(multipart!.files).filter(
    ([name, { required }]) => required && !files.some(({ part }) => part === name),
  )
  if (missing.length > 0) {
    const errors = missing.map(([name]) => rule(name, 'MISSING_DATA', required))
    throw requestMalformed({ errors })
  }
  return checkFields(body ?? Type.Object({}, { additionalProperties: false }), fields)
}

/** What replay protection compares of a multipart body: its fields, and the hash of each file. */
export function comparedParts({ fields, files }: ReceivedForm<unknown, KeptPart>): object {
  const hashes = files.map(({ part, sha256 }) => [part, sha256] as const)
  return { fields, files: Object.fromEntries(hashes) }
}

/**
 * After a fault with a status below 500 nothing was committed, so the files can be removed. After any other error a row may
 * exist, so the sweeper decides later.
 */
export async function discardRefused(files: KeptPart[], error: unknown): Promise<void> {
  if (error instanceof Fault && error.declaration.status < 500) await discardAll(files)
}

async function discardAll(files: KeptPart[]): Promise<void> {
  for (const { discard } of files) await discard().catch(() => {})
}

function asMalformed(error: unknown): never {
  const { code = '' } = error as { code?: string }
  if (code.endsWith('_LIMIT') || code === 'FST_REQ_FILE_TOO_LARGE') throw bodyTooLarge({ cause: error })
  if (code === 'FST_INVALID_MULTIPART_CONTENT_TYPE') throw mediaTypeUnsupported()
  throw requestMalformed({ errors: [{ pointer: '/body', code: 'IS_MULTIPART', detail: notMultipart }], cause: error })
}

/** A part may have no readable name, although the parser's types promise one. The error then points to the whole body. */
function rule(name: string | undefined, code: string, detail: Text): BrokenRule {
  const pointer = name === undefined ? '/body' : `/body/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  return { pointer, code, detail }
}

function malformed(name: string | undefined, code: string, detail: Text): Fault {
  return requestMalformed({ errors: [rule(name, code, detail)] })
}

const notMultipart = {
  'pt-BR': 'deve ser um corpo multipart/form-data completo e bem formado',
  'en-US': 'must be a complete and well-formed multipart/form-data body',
}
const tooLong = { 'pt-BR': 'é longo demais', 'en-US': 'is too long' }
const onlyOnce = { 'pt-BR': 'é aceito uma só vez', 'en-US': 'is accepted once only' }
const notAFile = { 'pt-BR': 'não é aceito aqui como arquivo', 'en-US': 'is not accepted here as a file' }
const required = { 'pt-BR': 'é obrigatório', 'en-US': 'is required' }
