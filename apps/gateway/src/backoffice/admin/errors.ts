import { Fault, fault } from '../../platform/errors/fault.ts'

export const recordNotFound = fault({
  code: 'KEPT_RECORD_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Registro não encontrado', 'en-US': 'Record not found' },
  detail: {
    'pt-BR': 'Não há usuário, produto, carteira, chave ou rede com o id enviado. Confira-o na lista correspondente.',
    'en-US':
      'There is no user, product, wallet, key or network with the id that you sent. Check it in the matching list.',
  },
})

export const recordTaken = fault({
  code: 'KEPT_RECORD_EXISTS',
  status: 409,
  title: { 'pt-BR': 'Registro já existente', 'en-US': 'Record exists already' },
  detail: {
    'pt-BR':
      'Já há um registro com este id, este vínculo já existe, ou o usuário já tem um produto ou carteira padrão. Nada foi alterado.',
    'en-US':
      'A record with this id exists, the membership exists, or the user already has a default product or wallet. Nothing was changed.',
  },
})

export const keyLimitReached = fault({
  code: 'API_KEY_LIMIT_REACHED',
  status: 422,
  title: { 'pt-BR': 'Limite de chaves atingido', 'en-US': 'Key limit reached' },
  detail: {
    'pt-BR': 'O usuário não existe ou já tem duas chaves ativas. Revogue uma e tente novamente.',
    'en-US': 'The user does not exist or already has two active keys. Revoke one and try again.',
  },
})

const UNIQUE = '23505'
const REFERENCE = '23503'

/** Messages for constraints of the database: of two concurrent writers, one fails. */
export async function orRefused<T>(writing: Promise<T>): Promise<T> {
  return writing.catch((error: unknown) => {
    if (error instanceof Fault) throw error
    const { code } = error as { code?: unknown }
    if (code === UNIQUE) throw recordTaken()
    if (code === REFERENCE) throw recordNotFound()
    throw error
  })
}
