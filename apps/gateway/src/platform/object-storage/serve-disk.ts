import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fault } from '../errors/fault.ts'
import { createSemaphore } from '../semaphore.ts'
import { type Addresses, type Grant, OBJECTS_PATH, OWN_LEAVE } from './disk-address.ts'
import { type Bytes, type ObjectStore, ObjectStoreUnavailable, ownerOf, withoutSilence } from './object-store.ts'

const addressRefused = fault({
  code: 'OBJECT_ADDRESS_REFUSED',
  status: 403,
  title: { 'pt-BR': 'Endereço recusado', 'en-US': 'Address rejected' },
  detail: {
    'pt-BR': 'O endereço assinado foi alterado, já expirou ou não serve para este método. Peça um novo.',
    'en-US': 'The signed address was altered, has expired or is not for this method. Request a new one.',
  },
})

const bytesRefused = fault({
  code: 'OBJECT_BYTES_REFUSED',
  status: 400,
  title: { 'pt-BR': 'Conteúdo diferente do declarado', 'en-US': 'Content does not match the declaration' },
  detail: {
    'pt-BR': 'Envie exatamente o tamanho e o content-type declarados para este endereço. Nada foi armazenado.',
    'en-US': 'Send exactly the size and the content type that were declared for this address. Nothing was stored.',
  },
})

const objectNotFound = fault({
  code: 'OBJECT_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Objeto não encontrado', 'en-US': 'Object not found' },
  detail: {
    'pt-BR': 'O arquivo deste endereço não existe mais.',
    'en-US': 'The file of this address no longer exists.',
  },
})

const uploadsBusy = fault({
  code: 'OBJECT_UPLOADS_BUSY',
  status: 429,
  title: { 'pt-BR': 'Envios demais ao mesmo tempo', 'en-US': 'Too many uploads at once' },
  detail: {
    'pt-BR': 'Já há envios em curso para este endereço ou este usuário. Espere que um termine e envie novamente.',
    'en-US': 'Uploads to this address or of this user are in progress. Wait until one has ended and send again.',
  },
})

const addressBusy = fault({
  code: 'OBJECT_ADDRESS_BUSY',
  status: 429,
  title: { 'pt-BR': 'Acessos demais ao mesmo tempo', 'en-US': 'Too many requests at once' },
  detail: {
    'pt-BR': 'Há acessos demais em curso aos arquivos deste usuário. Espere alguns segundos e tente novamente.',
    'en-US': 'Too many requests for files of this user are in progress. Wait a few seconds and try again.',
  },
})

/** Concurrent uploads to one address: one, and one whose lost connection was not noticed yet. */
const PER_ADDRESS_MAX = 2
const PER_USER_MAX = 16
/** In this process. Each holds two file descriptors, of which a process has about a thousand. */
const ALL_MAX = 200
/** How long a sender may send nothing, and the Retry-After for an address in use. */
const READ_TIMEOUT_MS = 5_000
const later = { headers: { 'retry-after': String(READ_TIMEOUT_MS / 1000) } }
const busy = () => uploadsBusy(later)
/** Concurrent database checks of whether addresses are still valid, one per user. */
const LOOKS_MAX = 2

/** The errors of signed addresses. They are not operations of the contract, but their errors have pages too. */
export const addressFaults = [addressRefused, bytesRefused, objectNotFound, uploadsBusy, addressBusy]

/** Whether an address made for a user, under a grant or by itself, may still be used. */
export type IsServed = (user_id: string, grant_id: string | null) => Promise<boolean>

type SignedUrlRequest = FastifyRequest<{ Params: { '*': string }; Querystring: Record<string, unknown> }>

/**
 * Server for signed addresses of the disk store: one upload and one download. They are not API operations and take no
 * credentials. The address is the credential, so it is checked before a byte is read.
 */
export async function mountDiskObjects(
  app: FastifyInstance,
  store: ObjectStore,
  addresses: Addresses,
  isServed: IsServed,
): Promise<void> {
  const perAddress = createSemaphore({ atOnce: Infinity, each: () => PER_ADDRESS_MAX, refuse: busy })
  const perUser = createSemaphore({ atOnce: ALL_MAX, each: () => PER_USER_MAX, refuse: busy })
  const refuseEnded = openLeave(isServed)

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The bytes stay in the socket until they are written to disk (backpressure).
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    const options = { schema: { hide: true }, config: { streams: true } }

    scope.put(`${OBJECTS_PATH}/*`, options, async (request: SignedUrlRequest, reply) => {
      const grant = granted(addresses, 'put', request)
      const { 'content-length': length, 'content-type': type } = request.headers
      if (grant.does !== 'put' || length !== grant.size || type !== grant.type) throw bytesRefused()
      const { key, size } = grant
      const put = async () => {
        await refuseEnded(grant)
        await store.put(key, exactly(Number(size), request.body as Readable | undefined), grant.type)
      }
      await perUser.run(ownerOf(key), () => perAddress.run(key, put))
      return reply.code(200).send()
    })

    scope.get(`${OBJECTS_PATH}/*`, options, async (request: SignedUrlRequest, reply) => {
      const grant = granted(addresses, 'get', request)
      if (grant.does !== 'get') throw addressRefused()
      await refuseEnded(grant)
      return sendObject(store, grant, request.headers.range, reply)
    })
  })
}

/** An address that this gateway signed for this purpose. */
function granted(addresses: Addresses, does: Grant['does'], { params, query }: SignedUrlRequest): Grant {
  const grant = addresses.verify(does, params['*'], query)
  if (!grant) throw addressRefused()
  return grant
}

/**
 * Checks the grant or user the address was made for: after a revocation it stops working. The database is queried at every use,
 * through a semaphore. A bearer needs no credential, so a thousand requests at once must not take connections from callers.
 */
function openLeave(isServed: IsServed): (grant: Grant) => Promise<void> {
  const places = createSemaphore({ atOnce: LOOKS_MAX, waitMs: READ_TIMEOUT_MS, refuse: () => addressBusy(later) })
  return async ({ key, by }) => {
    if (!by) return
    const owner = ownerOf(key)
    if (!(await places.run(owner, () => isServed(owner, by === OWN_LEAVE ? null : by)))) throw addressRefused()
  }
}

async function sendObject(
  store: ObjectStore,
  { key, name, type, as }: Extract<Grant, { does: 'get' }>,
  asked: string | undefined,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const size = (await store.head(key))?.size
  const range = size === undefined ? undefined : rangeOf(asked, size)
  const bytes = await store.read(key, range)
  if (size === undefined || !bytes) throw objectNotFound()
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  return reply
    .headers({
      'content-type': type,
      'content-length': range ? range.end - range.start + 1 : size,
      'content-disposition': `${as ?? 'attachment'}; filename="${name}"`,
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
      'content-security-policy': `default-src 'none'; sandbox`,
    })
    .send(Readable.from(bytes, { objectMode: false }))
}

/** One plain range. Any other range gets the whole object, as HTTP allows. */
function rangeOf(asked: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, first, last] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(asked ?? '') ?? []
  if (first === undefined) return undefined
  const start = Number(first)
  const end = Math.min(last ? Number(last) : size - 1, size - 1)
  return start <= end ? { start, end } : undefined
}

/** The bytes, if they keep coming and match the signed size. Throws for fewer bytes, so that the store keeps nothing. */
async function* exactly(size: number, source: Readable | undefined): Bytes & AsyncGenerator<Buffer> {
  let seen = 0
  // Destroying the request closes its connection, and the sender would not receive the error.
  const arriving = source?.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer> | undefined
  try {
    for await (const chunk of arriving ? withoutSilence(arriving, READ_TIMEOUT_MS) : []) {
      seen += chunk.length
      if (seen > size) throw bytesRefused()
      yield chunk
    }
  } catch (error) {
    throw error instanceof ObjectStoreUnavailable ? bytesRefused({ cause: error }) : error
  }
  if (seen !== size) throw bytesRefused()
}
