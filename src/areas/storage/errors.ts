import { fault } from '../../base/errors/fault.ts'

export const fileNotFound = fault({
  code: 'STORAGE_FILE_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Arquivo não encontrado', 'en-US': 'File not found' },
  detail: {
    'pt-BR':
      'Não há arquivo com este id ao seu alcance. Confira o id e o usuário em nome de quem a requisição é feita.',
    'en-US':
      'There is no file with this id within your reach. Check the id and the user on whose behalf the request runs.',
  },
})

export const fileIdTaken = fault({
  code: 'STORAGE_FILE_ID_TAKEN',
  status: 409,
  title: { 'pt-BR': 'Id já usado', 'en-US': 'Id already used' },
  detail: {
    'pt-BR':
      'Já existe um arquivo com o id enviado em x-transaction-uuid. Envie um novo UUID para enviar outro arquivo.',
    'en-US': 'There already is a file with the id sent in x-transaction-uuid. Send a new UUID to upload another file.',
  },
})

export const uploadRulesBroken = fault({
  code: 'STORAGE_UPLOAD_RULES_BROKEN',
  status: 422,
  title: { 'pt-BR': 'Arquivo não aceito', 'en-US': 'File not accepted' },
  detail: {
    'pt-BR': 'O arquivo descrito não atende às regras listadas em errors. Nada foi criado.',
    'en-US': 'The file described breaks the rules listed in errors. Nothing was created.',
  },
})

export const bytesNotUploaded = fault({
  code: 'STORAGE_BYTES_NOT_UPLOADED',
  status: 422,
  title: { 'pt-BR': 'Conteúdo ainda não enviado', 'en-US': 'Bytes not uploaded yet' },
  detail: {
    'pt-BR': 'O endereço assinado ainda não recebeu o conteúdo deste arquivo. Envie os bytes e confirme de novo.',
    'en-US': 'The signed address has not received the bytes of this file yet. Put the bytes and confirm again.',
  },
})

export const fileRefused = fault({
  code: 'STORAGE_FILE_REFUSED',
  status: 422,
  title: { 'pt-BR': 'Arquivo recusado', 'en-US': 'File refused' },
  detail: {
    'pt-BR': 'O conteúdo não é o que foi declarado, ou não pode ser guardado; veja errors. Ele não foi mantido.',
    'en-US': 'The bytes are not what was declared, or cannot be kept; see errors. They were not kept.',
  },
})

export const uploadAborted = fault({
  code: 'STORAGE_UPLOAD_ABORTED',
  status: 422,
  title: { 'pt-BR': 'Envio encerrado', 'en-US': 'Upload over' },
  detail: {
    'pt-BR': 'O prazo deste envio terminou sem confirmação. Inicie um novo envio.',
    'en-US': 'The time of this upload ended without a confirmation. Begin a new upload.',
  },
})

export const fileNotReady = fault({
  code: 'STORAGE_FILE_NOT_READY',
  status: 422,
  title: { 'pt-BR': 'Arquivo não disponível', 'en-US': 'File not ready' },
  detail: {
    'pt-BR': 'Só um arquivo no estado READY pode ser baixado; o estado atual está em state.',
    'en-US': 'Only a file in the state READY can be downloaded; its present state is in state.',
  },
})

export const fileTooLarge = fault({
  code: 'STORAGE_FILE_TOO_LARGE',
  status: 413,
  title: { 'pt-BR': 'Arquivo grande demais', 'en-US': 'File too large' },
  detail: {
    'pt-BR': 'O arquivo passa do tamanho máximo do seu tipo. Nada foi guardado.',
    'en-US': 'The file is larger than its type may be. Nothing was kept.',
  },
})

export const quotaExceeded = fault({
  code: 'STORAGE_QUOTA_EXCEEDED',
  status: 422,
  title: { 'pt-BR': 'Espaço de arquivos esgotado', 'en-US': 'Storage quota exceeded' },
  detail: {
    'pt-BR':
      'Os arquivos deste usuário, guardados e com envio iniciado, não deixam espaço para este. Confirme ou deixe expirar os envios iniciados, ou peça mais espaço ao operador.',
    'en-US':
      'The files of this user, kept and with an upload begun, leave no room for this one. Confirm the uploads begun or let them run out, or ask the operator for more room.',
  },
})
