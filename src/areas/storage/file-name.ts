import type { BrokenRule } from '../../base/errors/fault.ts'
import type { Text } from '../../base/language.ts'
import { hasLongMarks, hiddenIn } from '../../base/unicode-text.ts'
import { formatOf } from './format.ts'

export const NAME_LENGTH_MAX = 255

/** Extensions that a computer runs. Before the last one they are there to be seen in place of it. */
const runnable =
  /\.(exe|com|scr|pif|bat|cmd|ps1|vbs|js|mjs|jse|wsf|hta|msi|jar|sh|php|phtml|asp|aspx|jsp|html?|xhtml|svg|lnk|dll|apk|app)(?=\.)/i

/** A name is one line, and the names of a form do not pass where the texts of a request are validated. */
const isDeceptive = (name: string) => hiddenIn(name) !== undefined || hasLongMarks(name) || /[\t\n\p{Cn}]/u.test(name)

/** Why a name cannot be kept. It is never part of a path, but it is shown to people and saved by them. */
export function nameBreaks(file_name: string, pointer: string): BrokenRule[] {
  const broken = (code: string, detail: Text) => [{ pointer, code, detail }]
  if (file_name.length === 0 || file_name.length > NAME_LENGTH_MAX)
    return broken('LENGTH', {
      'pt-BR': `deve ter de 1 a ${NAME_LENGTH_MAX} caracteres`,
      'en-US': `must have 1 to ${NAME_LENGTH_MAX} characters`,
    })
  if (isDeceptive(file_name))
    return broken('NAME_CHARACTERS', {
      'pt-BR': 'não pode conter caracteres de controle ou invisíveis',
      'en-US': 'must not hold control or invisible characters',
    })
  if (/[/\\:*?"<>|]/.test(file_name) || file_name.startsWith('.') || file_name !== file_name.trim())
    return broken('NAME_PATH', {
      'pt-BR': 'deve ser um nome simples, sem caminho e sem : * ? " < > |',
      'en-US': 'must be a plain name, without a path and without : * ? " < > |',
    })
  if (runnable.test(file_name))
    return broken('NAME_EXTENSION', {
      'pt-BR': 'não pode ter a extensão de um programa antes da extensão final',
      'en-US': 'must not carry the extension of a program before the last one',
    })
  if (!formatOf(file_name))
    return broken('NAME_EXTENSION', {
      'pt-BR': 'deve terminar na extensão de um formato aceito',
      'en-US': 'must end in the extension of an accepted format',
    })
  return []
}

/** A folder is a label of one or more steps, kept as it was sent. */
export function folderBreaks(folder_name: string, pointer: string): BrokenRule[] {
  const steps = folder_name.split('/')
  const plain = steps.every((step) => step !== '' && !/^\.+$/.test(step) && !/[\\:*?"<>|]/.test(step))
  if (plain && steps.length <= 8 && !isDeceptive(folder_name)) return []
  return [
    {
      pointer,
      code: 'FOLDER_PATH',
      detail: {
        'pt-BR': 'deve ter até 8 passos separados por /, nenhum vazio ou só de pontos',
        'en-US': 'must have up to 8 steps separated by /, none empty or only dots',
      },
    },
  ]
}
