import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fault } from '../errors/fault.ts'
import { type Addresses, type Grant, OBJECTS_PATH } from './disk-address.ts'
import type { Bytes, ObjectStore } from './objects.ts'

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

/** What a signed address may be refused with. It is no operation of the contract, but its errors have pages all the same. */
export const addressFaults = [addressRefused, bytesRefused, objectNotFound]

type Ask = FastifyRequest<{ Params: { '*': string }; Querystring: Record<string, unknown> }>

/**
 * What a store has that has a server of its own: the two things that can be done with a signed address. They are no API
 * operations and ask for no credentials; the address is the credential, so it is checked before a byte is read.
 */
export async function mountDiskObjects(app: FastifyInstance, store: ObjectStore, addresses: Addresses): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The bytes stay in the socket until they are written to disk.
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    const options = { schema: { hide: true }, config: { streams: true } }

    scope.put(`${OBJECTS_PATH}/*`, options, async (request: Ask, reply) => {
      const grant = granted(addresses, 'put', request)
      const { 'content-length': length, 'content-type': type } = request.headers
      if (grant.does !== 'put' || length !== grant.size || type !== grant.type) throw bytesRefused()
      await store.put(grant.key, exactly(Number(grant.size), request.body as Readable | undefined), grant.type)
      return reply.code(200).send()
    })

    scope.get(`${OBJECTS_PATH}/*`, options, async (request: Ask, reply) => {
      const grant = granted(addresses, 'get', request)
      if (grant.does !== 'get') throw addressRefused()
      return sendObject(store, grant, request.headers.range, reply)
    })
  })
}

function granted(addresses: Addresses, does: Grant['does'], { params, query }: Ask): Grant {
  const grant = addresses.verify(does, params['*'], query)
  if (!grant) throw addressRefused()
  return grant
}

async function sendObject(
  store: ObjectStore,
  { key, name, type }: Extract<Grant, { does: 'get' }>,
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
      'content-disposition': `attachment; filename="${name}"`,
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

/** The bytes, if they are as many as were signed for. A store given fewer keeps nothing, because this throws. */
async function* exactly(size: number, source: Readable | undefined): Bytes & AsyncGenerator<Buffer> {
  let seen = 0
  for await (const chunk of source ?? []) {
    seen += (chunk as Buffer).length
    if (seen > size) throw bytesRefused()
    yield chunk as Buffer
  }
  if (seen !== size) throw bytesRefused()
}
