import { both, prose } from '../../platform/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  createUpload: {
    summary: both('Iniciar o envio de um arquivo', 'Start the upload of a file'),
    description: prose(
      `Cria um arquivo, com o tamanho e o sha256 do conteúdo, e devolve um endereço assinado que aceita
      exatamente esse conteúdo por alguns minutos. Envie o conteúdo com PUT a esse endereço, com os cabeçalhos
      da resposta, e confirme depois. O endereço é uma credencial: mantenha-o fora de logs. Registra
      \`storage.file.created\`; o arquivo já conta na cota, e acima dela a resposta é
      \`STORAGE_QUOTA_EXCEEDED\`. Um envio sem confirmação no prazo expira.`,
      `Creates a file, with the size and sha256 of its content, and returns a signed address that accepts
      exactly that content for some minutes. PUT the content to that address, with the headers of the
      response, and confirm afterwards. The address is a credential: keep it out of logs. Records
      \`storage.file.created\`; the file already counts in the quota, and above the quota the response is
      \`STORAGE_QUOTA_EXCEEDED\`. An upload without a confirmation in time expires.`,
    ),
  },
  confirmUpload: {
    summary: both('Confirmar o envio de um arquivo', 'Confirm the upload of a file'),
    description: prose(
      `Copia o conteúdo recebido para um local fora do alcance de endereços assinados, e confere na cópia o
      tamanho, o sha256, o formato e a presença de vírus. O arquivo fica \`READY\` e registra
      \`storage.file.ready\`, ou é recusado em definitivo com \`STORAGE_FILE_REFUSED\` e registra
      \`storage.file.refused\`. Sem conteúdo a resposta é \`STORAGE_BYTES_NOT_UPLOADED\`, e você pode tentar
      novamente. Um arquivo já confirmado é devolvido como está.`,
      `Copies the uploaded content to a place that no signed address reaches, and checks the size, sha256,
      format and presence of a virus on the copy. The file becomes \`READY\` and \`storage.file.ready\` is
      recorded, or it is finally rejected with \`STORAGE_FILE_REFUSED\` and \`storage.file.refused\` is
      recorded. Without content the response is \`STORAGE_BYTES_NOT_UPLOADED\`, and you can try again. A file
      that was already confirmed is returned as it is.`,
    ),
  },
  listFiles: {
    summary: both('Listar arquivos', 'List files'),
    description: prose(
      `Lista os arquivos que você pode consultar, dos mais novos para os mais antigos, com o estado de cada um
      e sem o conteúdo. Filtre por tipo, estado ou etiqueta.`,
      `Lists the files that you can read, newest first, with the state of each and without their content.
      Filter by type, state or label.`,
    ),
  },
  getFile: {
    summary: both('Consultar um arquivo, sem o conteúdo', 'Get a file, without its content'),
    description: prose(
      `Mostra os dados de um arquivo: nome, tipo, tamanho, sha256 e estado. Obtenha o conteúdo com getFileUrl.
      Um arquivo de outro usuário e um inexistente têm a mesma resposta: \`STORAGE_FILE_NOT_FOUND\`.`,
      `Returns the data of a file: its name, type, size, sha256 and state. Get the content with getFileUrl. A
      file of another user and one that does not exist have the same response: \`STORAGE_FILE_NOT_FOUND\`.`,
    ),
  },
  getFileUrl: {
    summary: both(
      'Obter um endereço de curta duração para baixar um arquivo',
      'Get a short-lived address to download a file',
    ),
    description: prose(
      `Devolve um endereço que baixa o conteúdo de um arquivo \`READY\` como anexo. Vale cinco minutos, ou um
      minuto para um titular que age em nome de outro usuário; é uma credencial e fica fora de logs. Um
      arquivo em outro estado recebe \`STORAGE_FILE_NOT_READY\`.`,
      `Returns an address that downloads the content of a \`READY\` file as an attachment. It is valid for five
      minutes, or one minute for an owner who acts for another user; it is a credential: keep it out of logs.
      A file in another state is rejected with \`STORAGE_FILE_NOT_READY\`.`,
    ),
  },
}
