import { Field } from '@eclusa/ui/components/field.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useQuery } from '@tanstack/react-query'
import { AskDialog } from '../components/input-dialog.tsx'
import { ID_PATTERN } from '../components/search.ts'
import { session } from '../login/session.ts'
import { actFor } from './go.ts'
import { actings } from './messages.ts'
import { acting } from './on-behalf-of.ts'
import style from './on-behalf-of-dialog.module.css'
import { lately } from './queries.ts'

interface OnBehalfOfDialogProps {
  open: boolean
  onClose: () => void
}

const SHORT = 8
const id = { required: true, pattern: `\\s*${ID_PATTERN}\\s*`, spellCheck: false, maxLength: 50 }

/** Chooses the user to act for by ids, because the gateway has no names of users. */
export function ActingDialog({ open, onClose }: OnBehalfOfDialogProps) {
  const say = useMessages(actings)
  const now = acting.now()
  const own = session.use()?.user_id
  // Only a caller that acts for itself receives events of all target users.
  const { data = [] } = useQuery({ ...lately, enabled: open && !now })
  const others = data.filter(({ user }) => user !== own)
  return (
    <AskDialog
      open={open}
      onClose={onClose}
      title={say.choose}
      about={say.about}
      action={say.act}
      send={async (said) => actFor({ product: written(said, 'product'), user: written(said, 'user') })}
    >
      {others.length > 0 && (
        <section>
          <h3 className={style.title}>{say.latest}</h3>
          <ul className={style.others}>
            {others.map((one) => (
              <li key={`${one.product} ${one.user}`}>
                <button type="button" className={style.other} title={one.user} onClick={() => actFor(one)}>
                  …{one.user.slice(-SHORT)} {say.under(one.product.slice(-SHORT))}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Field {...id} label={say.product} hint={say.idHint} name="product" defaultValue={now?.product} />
      <Field {...id} label={say.user} hint={say.idHint} name="user" />
    </AskDialog>
  )
}

const written = (said: FormData, name: string) => String(said.get(name)).trim().toLowerCase()
