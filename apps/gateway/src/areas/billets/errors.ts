import { fault } from '../../platform/errors/fault.ts'

export const billetMalformed = fault({
  code: 'BILLET_INVALID_FORMAT',
  status: 422,
  title: { 'pt-BR': 'Boleto inválido', 'en-US': 'Billet not valid' },
  detail: {
    'pt-BR': 'Os dígitos enviados não formam um boleto. Confira os blocos indicados em errors e digite novamente.',
    'en-US': 'The digits sent do not form a billet. Check the blocks listed in errors and type them again.',
  },
})

export const billetExpired = fault({
  code: 'BILLET_EXPIRED',
  status: 422,
  title: { 'pt-BR': 'Boleto fora do prazo', 'en-US': 'Billet past its payment date' },
  detail: {
    'pt-BR': 'O boleto não pode ser pago hoje. Peça ao beneficiário um boleto novo.',
    'en-US': 'The billet cannot be paid today. Ask the beneficiary for a new one.',
  },
})

export const billetBankNotFound = fault({
  code: 'BILLET_BANK_NOT_FOUND',
  status: 422,
  title: { 'pt-BR': 'Banco desconhecido', 'en-US': 'Bank unknown' },
  detail: {
    'pt-BR':
      'O banco indicado pelos três primeiros dígitos não existe no registro de boletos. Confira os dígitos com o beneficiário.',
    'en-US': 'The bank in the first three digits is not in the billet registry. Check the digits with the beneficiary.',
  },
})

export const billetNotFound = fault({
  code: 'BILLET_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Boleto não registrado', 'en-US': 'Billet not registered' },
  detail: {
    'pt-BR': 'Os dígitos estão corretos, mas o boleto não está registrado. Confira-os com o beneficiário.',
    'en-US': 'The digits are correct, but the registry does not contain this billet. Check them with the beneficiary.',
  },
})

export const billetNotOpen = fault({
  code: 'BILLET_INVALID_STATE',
  status: 422,
  title: { 'pt-BR': 'Boleto já encerrado', 'en-US': 'Billet no longer open' },
  detail: {
    'pt-BR': 'O boleto já foi pago ou cancelado, como indica state. Não o pague novamente.',
    'en-US': 'The billet has been paid or cancelled: see state. Do not pay it again.',
  },
})

export const decodeIdTaken = fault({
  code: 'BILLET_DECODE_ID_TAKEN',
  status: 409,
  title: { 'pt-BR': 'Id já usado', 'en-US': 'Id already used' },
  detail: {
    'pt-BR': 'Já existe uma decodificação com o id enviado em x-transaction-uuid. Envie um novo UUID.',
    'en-US': 'A decode exists with the id sent in x-transaction-uuid. Send a new UUID.',
  },
})

export const registryUnavailable = fault({
  code: 'BILLET_REGISTRY_UNAVAILABLE',
  status: 503,
  title: { 'pt-BR': 'Registro de boletos indisponível', 'en-US': 'Billet registry unavailable' },
  detail: {
    'pt-BR':
      'O registro de boletos não respondeu, ou a resposta não é válida. Nada foi gravado. Envie a mesma requisição após Retry-After.',
    'en-US':
      'The billet registry did not respond, or its response is not valid. Nothing was stored. Send the same request after Retry-After.',
  },
})

export const decodeNotFound = fault({
  code: 'BILLET_DECODE_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Decodificação não encontrada', 'en-US': 'Decode not found' },
  detail: {
    'pt-BR':
      'Não há decodificação com este id que você possa consultar. Confira o id e o usuário em nome de quem a requisição é feita, ou decodifique o boleto de novo.',
    'en-US':
      'There is no decode with this id that you can read. Check the id and the user on whose behalf the request runs, or decode the billet again.',
  },
})
