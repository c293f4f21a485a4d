import type { BrokenRule } from '../../platform/errors/fault.ts'
import type { Text } from '../../platform/language.ts'
import { hasLongMarks, hiddenIn } from '../../platform/unicode-text.ts'
import { formatOf } from './format.ts'

export const NAME_LENGTH_MAX = 255

/** Executable extensions. Attackers put a harmless extension in front of them to deceive readers. */
const runnable =
  /\.(exe|com|scr|pif|bat|cmd|ps1|vbs|js|mjs|jse|wsf|hta|msi|jar|sh|php|phtml|asp|aspx|jsp|html?|xhtml|svg|lnk|dll|apk|app)(?=\.)/i

/** A name must be one line. It is checked here, because names in a multipart form bypass the request validation. */
const isDeceptive = (name: string) => hiddenIn(name) !== undefined || hasLongMarks(name) || /[\t\n\p{Cn}]/u.test(name)

/** Why a name is rejected. It is never part of a path, but users see it and save files under it. */
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
      'en-US': 'must not contain control or invisible characters',
    })
  if (/[/\\:*?"<>|]/.test(file_name) || file_name.startsWith('.') || file_name !== file_name.trim())
    return broken('NAME_PATH', {
      'pt-BR': 'deve ser um nome simples, sem caminho e sem : * ? " < > |',
      'en-US': 'must be a plain name, without a path and without : * ? " < > |',
    })
  if (runnable.test(file_name))
    return broken('NAME_EXTENSION', {
      'pt-BR': 'não pode ter a extensão de um programa antes da extensão final',
      'en-US': 'must not have the extension of a program before the last one',
    })
  if (!formatOf(file_name))
    return broken('NAME_EXTENSION', {
      'pt-BR': 'deve terminar na extensão de um formato aceito',
      'en-US': 'must end in the extension of an accepted format',
    })
  return []
}

/** A folder is a label with one or more levels, stored as sent. */
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
