import { both, type Text } from '../../platform/language.ts'

/** Explanations for common error codes of the operating system, PostgreSQL and S3. */
const known: Record<string, Text> = {
  ECONNREFUSED: both('nenhum servidor responde nesse endereço', 'nothing responds at that address'),
  ECONNRESET: both('a conexão foi cortada', 'the connection was cut'),
  ETIMEDOUT: both('não respondeu a tempo', 'it did not answer in time'),
  ENOTFOUND: both('o nome não tem endereço', 'the name has no address'),
  EAI_AGAIN: both('o servidor de nomes não responde', 'the name server does not answer'),
  EACCES: both('falta permissão', 'permission is missing'),
  EPERM: both('falta permissão', 'permission is missing'),
  EROFS: both('o sistema de arquivos só permite leitura', 'the file system only reads'),
  ENOTDIR: both('há um arquivo onde devia haver uma pasta', 'a file is where a folder should be'),
  ENOSPC: both('o disco está cheio', 'the disk is full'),
  '28P01': both('a senha foi recusada', 'the password was rejected'),
  '28000': both('o login foi recusado', 'the login was rejected'),
  '3D000': both('o banco de dados não existe', 'there is no such database'),
  '42501': both('falta um direito ao login', 'the login lacks a right'),
  '53300': both('não há conexões livres', 'no connections are left'),
  '57014': both('a consulta demorou demais', 'the statement took too long'),
  '08P01': both(
    'as opções da sessão foram recusadas, como faz um pooler',
    'the options of the session were rejected, as poolers do',
  ),
  SignatureDoesNotMatch: both('o segredo da chave de acesso está errado', 'the secret of the access key is wrong'),
  InvalidAccessKeyId: both('a chave de acesso não existe', 'there is no such access key'),
  AccessDenied: both('a chave de acesso não pode', 'the access key may not'),
  NoSuchBucket: both('o bucket não existe', 'there is no such bucket'),
  RequestTimeTooSkewed: both('o relógio desta máquina está errado', 'the clock of this machine is wrong'),
}

/** Explains an error by its code. Messages of other systems may contain anything and are not printed. */
export function whyOf(error: unknown): Text {
  const code = codeOf(error)
  const words = known[code]
  return words ? both(`${words['pt-BR']} (${code})`, `${words['en-US']} (${code})`) : both(code, code)
}

/** The innermost code: an error describes the failure, and its cause the reason. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause, name } = error
  const { code, Code } = error as { code?: unknown; Code?: unknown }
  // Several addresses were tried; the first error is enough.
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  if (cause instanceof Error) return codeOf(cause)
  const said = code ?? Code
  return typeof said === 'string' && /^\w{1,60}$/.test(said) ? said : name
}
