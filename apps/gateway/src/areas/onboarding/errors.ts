import { type BrokenRule, fault } from '../../platform/errors/fault.ts'
import type { Text } from '../../platform/language.ts'

/** Builds one broken rule of a body, with the text that explains the fix. */
export function broken(field: string, code: string, pt: string, en: string): BrokenRule {
  return { pointer: `/body/${field}`, code, detail: { 'pt-BR': pt, 'en-US': en } }
}

const absent = (code: string, pt: string, en: string) =>
  fault({
    code,
    status: 404,
    title: { 'pt-BR': 'Não encontrado', 'en-US': 'Not found' },
    detail: {
      'pt-BR': `${pt} Confira o id e o usuário em nome de quem a requisição é feita.`,
      'en-US': `${en} Check the id and the user on whose behalf the request runs.`,
    },
  })

const idTaken = (code: string) =>
  fault({
    code,
    status: 409,
    title: { 'pt-BR': 'Id já usado', 'en-US': 'Id already used' },
    detail: {
      'pt-BR': 'O id enviado em x-transaction-uuid já está em uso. Envie um novo UUID.',
      'en-US': 'The id sent in x-transaction-uuid is in use. Send a new UUID.',
    },
  })

const rulesBroken = (code: string, title: Text) =>
  fault({
    code,
    status: 422,
    title,
    detail: {
      'pt-BR': 'Os dados enviados não atendem às regras listadas em errors. Nada foi gravado.',
      'en-US': 'The data sent does not meet the rules listed in errors. Nothing was stored.',
    },
  })

export const productRequired = fault({
  code: 'USER_ACCOUNT_PRODUCT_REQUIRED',
  status: 422,
  title: { 'pt-BR': 'Produto obrigatório', 'en-US': 'Product required' },
  detail: {
    'pt-BR': 'Uma conta de usuário pertence a um produto. Envie x-product-uuid: este usuário não tem produto padrão.',
    'en-US': 'A user account belongs to a product. Send x-product-uuid: this user has no default product.',
  },
})

export const ownersOnly = fault({
  code: 'ONBOARDING_OWNERS_ONLY',
  status: 403,
  title: { 'pt-BR': 'Somente para titulares do produto', 'en-US': 'For owners of the product only' },
  detail: {
    'pt-BR': 'Somente um titular do produto cadastra pessoas nele. Nada foi alterado.',
    'en-US': 'Only an owner of the product registers people in it. Nothing was changed.',
  },
})

export const accountNotFound = absent(
  'USER_ACCOUNT_NOT_FOUND',
  'Não há conta de usuário com este id neste produto.',
  'There is no user account with this id in this product.',
)
export const accountIdTaken = idTaken('USER_ACCOUNT_ID_TAKEN')
export const accountAlreadyExists = fault({
  code: 'USER_ACCOUNT_ALREADY_EXISTS',
  status: 409,
  title: { 'pt-BR': 'Conta já existe', 'en-US': 'Account already exists' },
  detail: {
    'pt-BR':
      'Outra conta deste produto já tem o valor indicado em errors. Se for a mesma pessoa, corrija aquela conta com PATCH. Nada foi gravado.',
    'en-US':
      'Another account of this product already has the value listed in errors. If it is the same person, correct that account with PATCH. Nothing was stored.',
  },
})
export const accountTakesNoChanges = fault({
  code: 'USER_ACCOUNT_TAKES_NO_CHANGES',
  status: 422,
  title: { 'pt-BR': 'Conta não pode ser alterada', 'en-US': 'Account cannot be changed' },
  detail: {
    'pt-BR':
      'As verificações do onboarding em onboarding_id já começaram, ou o prazo dele terminou. Corrija ou retire a conta se o onboarding ficar inválido (invalid) ou terminar sem sucesso. Nada foi gravado.',
    'en-US':
      'The checks of the onboarding in onboarding_id have started, or its deadline has passed. Correct or withdraw the account if the onboarding becomes invalid or ends without success. Nothing was stored.',
  },
})
export const accountHasOnboarding = fault({
  code: 'USER_ACCOUNT_HAS_ONBOARDING',
  status: 422,
  title: { 'pt-BR': 'Conta com onboarding aberto', 'en-US': 'Account with an open onboarding' },
  detail: {
    'pt-BR': 'Retire primeiro o onboarding em onboarding_id, e depois a conta. Nada foi retirado.',
    'en-US': 'Withdraw the onboarding in onboarding_id first, and then the account. Nothing was withdrawn.',
  },
})
export const accountRulesBroken = rulesBroken('USER_ACCOUNT_RULES_BROKEN', {
  'pt-BR': 'Conta inválida',
  'en-US': 'Account not valid',
})

export const onboardingNotFound = absent(
  'ONBOARDING_NOT_FOUND',
  'Não há onboarding deste tipo de pessoa com este id.',
  'There is no onboarding of this kind of person with this id.',
)
export const onboardingIdTaken = idTaken('ONBOARDING_ID_TAKEN')
export const onboardingAlreadyExists = fault({
  code: 'ONBOARDING_ALREADY_EXISTS',
  status: 409,
  title: { 'pt-BR': 'Onboarding já existe', 'en-US': 'Onboarding already exists' },
  detail: {
    'pt-BR':
      'Esta conta já tem um onboarding, em onboarding_id. Crie outro somente se esse foi reprovado, falhou, expirou ou foi retirado.',
    'en-US':
      'This account already has an onboarding, in onboarding_id. Create another one only after that one is rejected, failed, expired or withdrawn.',
  },
})
export const personTypeDiffers = fault({
  code: 'ONBOARDING_PERSON_TYPE_DIFFERS',
  status: 422,
  title: { 'pt-BR': 'Tipo de pessoa diferente', 'en-US': 'Different kind of person' },
  detail: {
    'pt-BR':
      'A conta é de outro tipo de pessoa. Use a operação de pessoa física ou a de pessoa jurídica, conforme a conta.',
    'en-US':
      'The account belongs to the other kind of person. Use the operation for natural or for legal persons, according to the account.',
  },
})
export const onboardingRulesBroken = rulesBroken('ONBOARDING_RULES_BROKEN', {
  'pt-BR': 'Onboarding inválido',
  'en-US': 'Onboarding not valid',
})
export const onboardingTakesNoChanges = fault({
  code: 'ONBOARDING_TAKES_NO_CHANGES',
  status: 422,
  title: { 'pt-BR': 'Onboarding não pode ser alterado', 'en-US': 'Onboarding cannot be changed' },
  detail: {
    'pt-BR':
      'Somente um onboarding pendente (pending) ou inválido (invalid), dentro do prazo, aceita dados e documentos. Nada foi gravado.',
    'en-US':
      'Only an onboarding that is pending or invalid, before its deadline, accepts data and documents. Nothing was stored.',
  },
})
export const onboardingIncomplete = fault({
  code: 'ONBOARDING_INCOMPLETE',
  status: 422,
  title: { 'pt-BR': 'Onboarding incompleto', 'en-US': 'Onboarding incomplete' },
  detail: {
    'pt-BR': 'Faltam todos os itens listados em errors. O onboarding continua aberto.',
    'en-US': 'All items listed in errors are missing. The onboarding stays open.',
  },
})

export const stepNotFound = absent(
  'ONBOARDING_STEP_NOT_FOUND',
  'Não há etapa com este id neste onboarding.',
  'There is no step with this id in this onboarding.',
)

export const bcProtegeNotApprovable = fault({
  code: 'ONBOARDING_BC_PROTEGE_NOT_APPROVABLE',
  status: 409,
  title: { 'pt-BR': 'Somente o BC Protege+ aprova esta etapa', 'en-US': 'Only BC Protege+ approves this step' },
  detail: {
    'pt-BR':
      'Um analista não pode aprovar esta etapa no lugar do BC Protege+. Sem resposta, o onboarding aguarda e o gateway repete a consulta; com a proteção ativada, a conta não é aberta. Nada foi decidido.',
    'en-US':
      'An analyst cannot approve this step in place of BC Protege+. Without an answer the onboarding waits and the gateway repeats the query; while the protection is on, the account is not opened. Nothing was decided.',
  },
})

export const documentNotFound = absent(
  'ONBOARDING_DOCUMENT_NOT_FOUND',
  'Não há documento com este id aqui.',
  'There is no document with this id here.',
)
export const documentRulesBroken = rulesBroken('ONBOARDING_DOCUMENT_RULES_BROKEN', {
  'pt-BR': 'Documento não aceito',
  'en-US': 'Document not accepted',
})

export const shareholderNotFound = absent(
  'ONBOARDING_SHAREHOLDER_NOT_FOUND',
  'Não há sócio com este id.',
  'There is no shareholder with this id.',
)
export const shareholderIdTaken = idTaken('ONBOARDING_SHAREHOLDER_ID_TAKEN')
export const shareholderAlreadyExists = fault({
  code: 'ONBOARDING_SHAREHOLDER_ALREADY_EXISTS',
  status: 409,
  title: { 'pt-BR': 'Sócio já cadastrado', 'en-US': 'Shareholder already registered' },
  detail: {
    'pt-BR':
      'O sócio em shareholder_id já tem este documento; errors lista as diferenças. Corrija o cadastro dele com PATCH, ou retire-o. Nada foi gravado.',
    'en-US':
      'The shareholder in shareholder_id already has this document; errors lists the differences. Correct that shareholder with PATCH, or withdraw it. Nothing was stored.',
  },
})
export const shareholderRepresented = fault({
  code: 'ONBOARDING_SHAREHOLDER_REPRESENTED',
  status: 422,
  title: { 'pt-BR': 'Sócio com representantes', 'en-US': 'Shareholder with representatives' },
  detail: {
    'pt-BR': 'Retire primeiro os representantes em legal_representative_ids, e depois o sócio. Nada foi retirado.',
    'en-US':
      'Withdraw the representatives in legal_representative_ids first, and then the shareholder. Nothing was withdrawn.',
  },
})
export const shareholderRulesBroken = rulesBroken('ONBOARDING_SHAREHOLDER_RULES_BROKEN', {
  'pt-BR': 'Sócio não aceito',
  'en-US': 'Shareholder not accepted',
})

export const representativeNotFound = absent(
  'ONBOARDING_LEGAL_REPRESENTATIVE_NOT_FOUND',
  'Não há representante legal com este id.',
  'There is no legal representative with this id.',
)
export const representativeIdTaken = idTaken('ONBOARDING_LEGAL_REPRESENTATIVE_ID_TAKEN')
export const representativeAlreadyExists = fault({
  code: 'ONBOARDING_LEGAL_REPRESENTATIVE_ALREADY_EXISTS',
  status: 409,
  title: { 'pt-BR': 'Representante já cadastrado', 'en-US': 'Representative already registered' },
  detail: {
    'pt-BR':
      'O representante em legal_representative_id já tem este documento; errors lista as diferenças. Corrija o cadastro dele com PATCH, ou retire-o. Nada foi gravado.',
    'en-US':
      'The representative in legal_representative_id already has this document; errors lists the differences. Correct that representative with PATCH, or withdraw it. Nothing was stored.',
  },
})
export const representativeRulesBroken = rulesBroken('ONBOARDING_LEGAL_REPRESENTATIVE_RULES_BROKEN', {
  'pt-BR': 'Representante não aceito',
  'en-US': 'Representative not accepted',
})
