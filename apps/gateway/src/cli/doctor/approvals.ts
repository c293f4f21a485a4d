import { liveDefault, readRules } from '../../backoffice/approvals/approval-policy.ts'
import { both } from '../../platform/language.ts'
import { type Diagnostic, examination, fail, well } from './diagnostic.ts'

/** Whether a single user could grant access to a live gateway: with a key, a grant, a user or a private network. */
export const approvals: Diagnostic[] = [
  examination('desk.approvals', {
    about: both(
      'se chaves, vínculos, ativação de usuários e redes privadas exigem uma segunda pessoa',
      'whether keys, grants, user activation and private networks need a second person',
    ),
    mend: both(
      'em produção, retire DESK_SECOND_EYES (o padrão exige a segunda pessoa) ou acrescente a ele o que falta',
      'on a live installation remove DESK_SECOND_EYES (the default requires a second person), or add the missing kinds to it',
    ),
    needs: ['DATABASE_DESK_URL', 'INSTALLATION'],
    look({ settings }) {
      if (settings.INSTALLATION === 'test') return well(both('instalação de teste', 'a test installation'))
      const rules = readRules(settings)
      const missing = liveDefault.filter((kind) => !rules.has(kind)).join(', ')
      if (missing === '') return well()
      return fail(both(`uma só pessoa decide: ${missing}`, `one person alone decides: ${missing}`))
    },
  }),
]
