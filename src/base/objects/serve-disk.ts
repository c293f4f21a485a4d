import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fault } from '../errors/fault.ts'
import { createSemaphore } from '../semaphore.ts'
import { type Addresses, type Grant, OBJECTS_PATH, OWN_LEAVE } from './disk-address.ts'
import { type Bytes, type ObjectStore, ObjectStoreUnavailable, ownerOf, withoutSilence } from './objects.ts'

const addressRefused = fault({
  code: 'OBJECT_ADDRESS_REFUSED',
  status: 403,
  title: { 'pt-BR': 'Endereço recusado', 'en-US': 'Address refused' },
  detail: {
    'pt-BR': 'O endereço assinado foi alterado, já expirou ou não serve para este método. Peça um novo.',
    'en-US': 'The signed address was altered, has expired or is not for this method. Ask for a new one.',
  },
})

const bytesRefused = fault({
  code: 'OBJECT_BYTES_REFUSED',
  status: 400,
  title: { 'pt-BR': 'Conteúdo diferente do declarado', 'en-US': 'Bytes are not those declared' },
  detail: {
    'pt-BR': 'Envie exatamente o tamanho e o content-type declarados ao pedir o endereço. Nada foi guardado.',
    'en-US': 'Send exactly the size and the content type declared when the address was asked for. Nothing was kept.',
  },
})

const objectNotFound = fault({
  code: 'OBJECT_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Objeto não encontrado', 'en-US': 'Object not found' },
  detail: {
    'pt-BR': 'O arquivo deste endereço não existe mais.',
    'en-US': 'The file of this address is no longer there.',
  },
})

const uploadsBusy = fault({
  code: 'OBJECT_UPLOADS_BUSY',
  status: 429,
  title: { 'pt-BR': 'Envios demais ao mesmo tempo', 'en-US': 'Too many uploads at once' },
  detail: {
    'pt-BR': 'Já há envios em curso para este endereço ou este usuário. Espere que um termine e envie de novo.',
    'en-US': 'Uploads to this address or of this user are under way. Wait until one has ended and send again.',
  },
})

const addressBusy = fault({
  code: 'OBJECT_ADDRESS_BUSY',
  status: 429,
  title: { 'pt-BR': 'Acessos demais ao mesmo tempo', 'en-US': 'Too many requests at once' },
  detail: {
    'pt-BR': 'Há acessos demais em curso aos arquivos deste usuário. Espere alguns segundos e tente de novo.',
    'en-US': 'Too many requests for files of this user are under way. Wait a few seconds and try again.',
  },
})

/** Uploads under way to one address: one, and one whose connection was lost and is not yet known to be. */
const PER_ADDRESS_MAX = 2
const PER_USER_MAX = 16
/** In this process. Each holds two descriptors, of which a process is given a thousand. */
const ALL_MAX = 200
/** How long a sender may send nothing, and when to come back to an address that is in use. */
const SILENCE_MS = 5_000
const later = { headers: { 'retry-after': String(SILENCE_MS / 1000) } }
const busy = () => uploadsBusy(later)
/** Connections of the database that may ask at once whether addresses are still good, one of them for each user. */
const LOOKS_MAX = 2

/** What a signed address may be refused with. It is no operation of the contract, but its errors have pages all the same. */
export const addressFaults = [addressRefused, bytesRefused, objectNotFound, uploadsBusy, addressBusy]

/** Whether what was made for a user, under a grant or by itself, may still be used. */
export type IsServed = (user_id: string, grant_id: string | null) => Promise<boolean>

type Ask = FastifyRequest<{ Params: { '*': string }; Querystring: Record<string, unknown> }>

/**
 * What a store has that has a server of its own: the two things that can be done with a signed address. They are no API
 * operations and ask for no credentials; the address is the credential, so it is checked before a byte is read.
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
    // The bytes stay in the socket until they are written to disk.
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    const options = { schema: { hide: true }, config: { streams: true } }

    scope.put(`${OBJECTS_PATH}/*`, options, async (request: Ask, reply) => {
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

    scope.get(`${OBJECTS_PATH}/*`, options, async (request: Ask, reply) => {
      const grant = granted(addresses, 'get', request)
      if (grant.does !== 'get') throw addressRefused()
      await refuseEnded(grant)
      return sendObject(store, grant, request.headers.range, reply)
    })
  })
}

/** An address that this gateway made, for this. */
function granted(addresses: Addresses, does: Grant['does'], { params, query }: Ask): Grant {
  const grant = addresses.verify(does, params['*'], query)
  if (!grant) throw addressRefused()
  return grant
}

/**
 * By whose leave it was made: whoever could not ask for it any more cannot use it either. The database is asked anew each
 * time, and in turn: who holds an address needs no credential, and a thousand of them at once keep no connection from callers.
 */
function openLeave(isServed: IsServed): (grant: Grant) => Promise<void> {
  const places = createSemaphore({ atOnce: LOOKS_MAX, waitMs: SILENCE_MS, refuse: () => addressBusy(later) })
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

/** One plain range. Anything else is answered whole, as HTTP allows. */
function rangeOf(asked: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, first, last] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(asked ?? '') ?? []
  if (first === undefined) return undefined
  const start = Number(first)
  const end = Math.min(last ? Number(last) : size - 1, size - 1)
  return start <= end ? { start, end } : undefined
}

/** The bytes, if they keep coming and are as many as were signed for. A store given fewer keeps nothing: this throws. */
async function* exactly(size: number, source: Readable | undefined): Bytes & AsyncGenerator<Buffer> {
  let seen = 0
  // A request that is destroyed takes its connection along, and its sender would not hear why.
  const arriving = source?.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer> | undefined
  try {
    for await (const chunk of arriving ? withoutSilence(arriving, SILENCE_MS) : []) {
      seen += chunk.length
      if (seen > size) throw bytesRefused()
      yield chunk
    }
  } catch (error) {
    throw error instanceof ObjectStoreUnavailable ? bytesRefused({ cause: error }) : error
  }
  if (seen !== size) throw bytesRefused()
}
