import { fault } from '../../platform/errors/fault.ts'

export const fileNotFound = fault({
  code: 'STORAGE_FILE_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Arquivo não encontrado', 'en-US': 'File not found' },
  detail: {
    'pt-BR':
      'Não há arquivo com este id que você possa consultar. Confira o id e o usuário em nome de quem a requisição é feita.',
    'en-US':
      'There is no file with this id that you can read. Check the id and the user on whose behalf the request runs.',
  },
})

export const fileIdTaken = fault({
  code: 'STORAGE_FILE_ID_TAKEN',
  status: 409,
  title: { 'pt-BR': 'Id já usado', 'en-US': 'Id already used' },
  detail: {
    'pt-BR':
      'Já existe um arquivo com o id enviado em x-transaction-uuid. Envie um novo UUID para enviar outro arquivo.',
    'en-US': 'A file exists with the id sent in x-transaction-uuid. Send a new UUID to upload another file.',
  },
})

export const uploadRulesBroken = fault({
  code: 'STORAGE_UPLOAD_RULES_BROKEN',
  status: 422,
  title: { 'pt-BR': 'Arquivo não aceito', 'en-US': 'File not accepted' },
  detail: {
    'pt-BR': 'O arquivo descrito não atende às regras listadas em errors. Nada foi criado.',
    'en-US': 'The file does not meet the rules listed in errors. Nothing was created.',
  },
})

export const bytesNotUploaded = fault({
  code: 'STORAGE_BYTES_NOT_UPLOADED',
  status: 422,
  title: { 'pt-BR': 'Conteúdo ainda não enviado', 'en-US': 'Content not uploaded yet' },
  detail: {
    'pt-BR':
      'O conteúdo deste arquivo ainda não foi enviado ao endereço assinado. Envie o conteúdo e confirme novamente.',
    'en-US': 'The content of this file was not uploaded to the signed address yet. Upload it and confirm again.',
  },
})

export const fileRefused = fault({
  code: 'STORAGE_FILE_REFUSED',
  status: 422,
  title: { 'pt-BR': 'Arquivo recusado', 'en-US': 'File rejected' },
  detail: {
    'pt-BR': 'O conteúdo não corresponde ao declarado, ou não é aceito; veja errors. O arquivo não foi armazenado.',
    'en-US': 'The content does not match the declaration, or is not accepted; see errors. The file was not stored.',
  },
})

export const uploadAborted = fault({
  code: 'STORAGE_UPLOAD_ABORTED',
  status: 422,
  title: { 'pt-BR': 'Envio expirado', 'en-US': 'Upload expired' },
  detail: {
    'pt-BR': 'Este envio não foi confirmado dentro do prazo. Inicie um novo envio.',
    'en-US': 'This upload was not confirmed before its deadline. Start a new upload.',
  },
})

export const fileNotReady = fault({
  code: 'STORAGE_FILE_NOT_READY',
  status: 422,
  title: { 'pt-BR': 'Arquivo não disponível', 'en-US': 'File not ready' },
  detail: {
    'pt-BR': 'Somente um arquivo pronto (READY) pode ser baixado; o estado atual está em state.',
    'en-US': 'Only a READY file can be downloaded; its current state is in state.',
  },
})

export const fileTooLarge = fault({
  code: 'STORAGE_FILE_TOO_LARGE',
  status: 413,
  title: { 'pt-BR': 'Arquivo grande demais', 'en-US': 'File too large' },
  detail: {
    'pt-BR': 'O arquivo excede o tamanho máximo do seu tipo. Nada foi armazenado.',
    'en-US': 'The file exceeds the maximum size of its type. Nothing was stored.',
  },
})

export const quotaExceeded = fault({
  code: 'STORAGE_QUOTA_EXCEEDED',
  status: 422,
  title: { 'pt-BR': 'Cota de armazenamento esgotada', 'en-US': 'Storage quota exceeded' },
  detail: {
    'pt-BR':
      'Os arquivos deste usuário, armazenados e em envio, não deixam espaço para este. Confirme os envios iniciados ou aguarde que expirem, ou peça mais espaço ao operador.',
    'en-US':
      'The files of this user, stored and being uploaded, leave no space for this one. Confirm the open uploads or let them expire, or ask the operator for more space.',
  },
})
