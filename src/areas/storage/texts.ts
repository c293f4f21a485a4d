import { both, prose } from '../../base/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  createUpload: {
    summary: both('Iniciar o envio de um arquivo', 'Begin the upload of a file'),
    description: prose(
      `Anuncia um arquivo, com o tamanho e o sha256 dos seus bytes, e responde um endereço que aceita exatamente esses
      bytes por alguns minutos. Envie-os com PUT a esse endereço, com os cabeçalhos respondidos, e confirme depois. O
      endereço é uma credencial: guarde-o fora de logs. Registra \`storage.file.created\`; o espaço já conta, e além
      da cota a resposta é \`STORAGE_QUOTA_EXCEEDED\`. O que não for confirmado a tempo é abandonado.`,
      `Announces a file, with the size and sha256 of its bytes, and answers an address that takes exactly those bytes
      for some minutes. PUT them there, with the headers answered, and confirm afterwards. The address is a
      credential: keep it out of logs. Records \`storage.file.created\`; its room is counted already, and beyond the
      quota the answer is \`STORAGE_QUOTA_EXCEEDED\`. What is not confirmed in time is given up.`,
    ),
  },
  confirmUpload: {
    summary: both('Confirmar que os bytes de um arquivo foram enviados', 'Confirm that the bytes of a file were put'),
    description: prose(
      `Copia os bytes recebidos para onde nenhum endereço assinado alcança, e confere na cópia o tamanho, o sha256, o
      formato e se há vírus. O arquivo fica \`READY\` e registra \`storage.file.ready\`, ou é recusado de vez com
      \`STORAGE_FILE_REFUSED\` e registra \`storage.file.refused\`. Sem bytes a resposta é
      \`STORAGE_BYTES_NOT_UPLOADED\`, e pode ser tentado de novo. Um arquivo já confirmado é respondido como está.`,
      `Copies the bytes that came to where no signed address reaches, and checks on the copy their size, sha256, format
      and whether there is a virus. The file becomes \`READY\` and \`storage.file.ready\` is recorded, or it is
      refused for good with \`STORAGE_FILE_REFUSED\` and \`storage.file.refused\` is. Without bytes the answer is
      \`STORAGE_BYTES_NOT_UPLOADED\`, and it may be tried again. A file that was confirmed is answered as it is.`,
    ),
  },
  listFiles: {
    summary: both('Listar arquivos', 'List files'),
    description: prose(
      `Lista os arquivos que a requisição alcança, dos mais novos para os mais antigos, com o estado de cada um e sem
      os bytes. Os filtros escolhem o tipo, o estado ou a etiqueta.`,
      `Lists the files that the request reaches, newest first, with the state of each and without their bytes. The
      filters choose a type, a state or a label.`,
    ),
  },
  getFile: {
    summary: both('Consultar um arquivo, sem os bytes', 'Get a file, without its bytes'),
    description: prose(
      `Mostra o que se sabe de um arquivo: nome, tipo, tamanho, sha256 e estado. Os bytes são pedidos com getFileUrl.
      Um arquivo de outra pessoa e um que não existe têm a mesma resposta: \`STORAGE_FILE_NOT_FOUND\`.`,
      `Shows what is known of a file: its name, type, size, sha256 and state. The bytes are requested with getFileUrl.
      A file of another user and one that does not exist have the same answer: \`STORAGE_FILE_NOT_FOUND\`.`,
    ),
  },
  getFileUrl: {
    summary: both(
      'Obter um endereço de curta duração para baixar um arquivo',
      'Get a short-lived address to download a file',
    ),
    description: prose(
      `Responde um endereço que baixa os bytes de um arquivo \`READY\` como anexo. Vale cinco minutos, ou um para quem
      age por outro usuário; é uma credencial e fica fora de logs. Um arquivo em outro estado recebe
      \`STORAGE_FILE_NOT_READY\`.`,
      `Answers an address that downloads the bytes of a \`READY\` file as an attachment. It is good for five minutes,
      or one for who acts for another user; it is a credential and stays out of logs. A file in another state is
      refused with \`STORAGE_FILE_NOT_READY\`.`,
    ),
  },
}
