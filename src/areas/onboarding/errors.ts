import { type BrokenRule, fault } from '../../base/errors/fault.ts'
import type { Text } from '../../base/language.ts'

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
      'pt-BR': 'O que foi enviado não atende às regras listadas em errors. Nada foi guardado.',
      'en-US': 'What was sent breaks the rules listed in errors. Nothing was kept.',
    },
  })

export const productRequired = fault({
  code: 'USER_ACCOUNT_PRODUCT_REQUIRED',
  status: 422,
  title: { 'pt-BR': 'Produto necessário', 'en-US': 'Product needed' },
  detail: {
    'pt-BR': 'Uma conta de usuário pertence a um produto. Envie x-product-uuid: este usuário não tem produto padrão.',
    'en-US': 'A user account belongs to a product. Send x-product-uuid: this user has no default product.',
  },
})

export const ownersOnly = fault({
  code: 'ONBOARDING_OWNERS_ONLY',
  status: 403,
  title: { 'pt-BR': 'Só para donos do produto', 'en-US': 'For owners of the product only' },
  detail: {
    'pt-BR': 'Só quem é dono do produto cadastra pessoas nele. Nada foi feito.',
    'en-US': 'Only an owner of the product registers people in it. Nothing was done.',
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
      'O valor apontado em errors já é de outra conta deste produto. Se for da mesma pessoa, corrija aquela conta com PATCH. Nada foi guardado.',
    'en-US':
      'The value pointed at in errors is already that of another account of this product. If it is the same person, correct that account with PATCH. Nothing was kept.',
  },
})
export const accountTakesNoChanges = fault({
  code: 'USER_ACCOUNT_TAKES_NO_CHANGES',
  status: 422,
  title: { 'pt-BR': 'Conta não aceita alterações', 'en-US': 'Account takes no changes' },
  detail: {
    'pt-BR':
      'As verificações do onboarding em onboarding_id já começaram, ou o prazo dele acabou. Corrija ou retire a conta se ele voltar a invalid ou terminar sem sucesso. Nada foi guardado.',
    'en-US':
      'The checks of the onboarding in onboarding_id have begun, or its time is over. Correct or withdraw the account if it becomes invalid or ends without success. Nothing was kept.',
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
  'pt-BR': 'Conta incoerente',
  'en-US': 'Account not coherent',
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
      'Esta conta já tem um onboarding: onboarding_id diz qual. Outro só cabe depois de um rejected, failed, expired ou withdrawn.',
    'en-US':
      'This account already has an onboarding: onboarding_id identifies it. Another one goes only after rejected, failed, expired or withdrawn.',
  },
})
export const personTypeDiffers = fault({
  code: 'ONBOARDING_PERSON_TYPE_DIFFERS',
  status: 422,
  title: { 'pt-BR': 'Tipo de pessoa diferente', 'en-US': 'Another kind of person' },
  detail: {
    'pt-BR':
      'A conta é de outro tipo de pessoa. Use a operação de pessoa física ou a de pessoa jurídica, conforme ela.',
    'en-US': 'The account is of another kind of person. Use the operation for natural or for legal persons, as it is.',
  },
})
export const onboardingRulesBroken = rulesBroken('ONBOARDING_RULES_BROKEN', {
  'pt-BR': 'Onboarding incoerente',
  'en-US': 'Onboarding not coherent',
})
export const onboardingTakesNoChanges = fault({
  code: 'ONBOARDING_TAKES_NO_CHANGES',
  status: 422,
  title: { 'pt-BR': 'Onboarding não aceita alterações', 'en-US': 'Onboarding takes no changes' },
  detail: {
    'pt-BR': 'Só um onboarding pending ou invalid, dentro do prazo, aceita dados e documentos. Nada foi guardado.',
    'en-US':
      'Only an onboarding that is pending or invalid, within its time, takes data and documents. Nothing was kept.',
  },
})
export const onboardingIncomplete = fault({
  code: 'ONBOARDING_INCOMPLETE',
  status: 422,
  title: { 'pt-BR': 'Onboarding incompleto', 'en-US': 'Onboarding incomplete' },
  detail: {
    'pt-BR': 'Falta o que está listado em errors, tudo de uma vez. O onboarding continua aberto.',
    'en-US': 'What is listed in errors is missing, all of it at once. The onboarding stays open.',
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
  title: { 'pt-BR': 'Só o BC Protege+ aprova esta etapa', 'en-US': 'Only BC Protege+ approves this step' },
  detail: {
    'pt-BR':
      'Ninguém aprova esta etapa no lugar do BC Protege+. Sem resposta, o onboarding espera e a consulta é repetida; se a proteção estiver ativada, a conta não é aberta. Nada foi decidido.',
    'en-US':
      'No person approves this step in place of BC Protege+. Without an answer the onboarding waits and the query is repeated; while the protection is on, the account is not opened. Nothing was decided.',
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
      'O documento já é do sócio em shareholder_id, e errors diz em que ele difere. Corrija aquele com PATCH, ou retire-o. Nada foi guardado.',
    'en-US':
      'The document is already that of the shareholder in shareholder_id, and errors lists the differences. Correct that one with PATCH, or withdraw it. Nothing was kept.',
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
      'O documento já é do representante em legal_representative_id, e errors diz em que ele difere. Corrija aquele com PATCH, ou retire-o. Nada foi guardado.',
    'en-US':
      'The document is already that of the representative in legal_representative_id, and errors lists the differences. Correct that one with PATCH, or withdraw it. Nothing was kept.',
  },
})
export const representativeRulesBroken = rulesBroken('ONBOARDING_LEGAL_REPRESENTATIVE_RULES_BROKEN', {
  'pt-BR': 'Representante não aceito',
  'en-US': 'Representative not accepted',
})
