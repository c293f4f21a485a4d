import { both } from '../../platform/language.ts'
import type { LoginSetting } from './context.ts'
import { type Diagnostic, databaseExamination, examination, fail, warn, well } from './diagnostic.ts'

/** Each login has exactly one task. */
const tasks = {
  DATABASE_URL: 'eclusa_api',
  DATABASE_WORKER_URL: 'eclusa_worker',
  DATABASE_DESK_URL: 'eclusa_backoffice',
  DATABASE_BOOTSTRAP_URL: 'eclusa_bootstrap',
  DATABASE_AUDITOR_URL: 'eclusa_auditor',
} as const satisfies Partial<Record<LoginSetting, string>>

interface Attributes {
  name: string
  rolsuper: boolean
  rolbypassrls: boolean
  rolcreaterole: boolean
  rolreplication: boolean
  owns: boolean
  groups: string[]
}

const ofTask = (setting: keyof typeof tasks, role: string): Diagnostic =>
  examination(`login.${role.replace('eclusa_', '')}`, {
    about: both(`o que o login de ${setting} pode`, `what the login of ${setting} may do`),
    mend: both(
      `como administrador do banco, deixe-o só em ${role}, sem atributos e sem ser dono de nada`,
      `as administrator of the database, leave it in ${role} alone, without attributes and owning nothing`,
    ),
    needs: [setting],
    async look({ login }) {
      const { rows } = await login(setting).pool.query<Attributes>(
        `select rolname as name, rolsuper, rolbypassrls, rolcreaterole, rolreplication,
           pg_has_role(oid, (select nspowner from pg_namespace where nspname = 'eclusa'), 'member') as owns,
           array(select each.rolname::text from pg_roles each where each.rolname ~ '^eclusa_'
                 and each.rolname <> current_user and pg_has_role(current_user, each.oid, 'member')) as groups
         from pg_roles where rolname = current_user`,
      )
      const { name, groups, owns, ...has } = rows[0]!
      const quoted = JSON.stringify(name)
      const attributes = Object.entries(has).flatMap(([attribute, held]) => (held ? [attribute.slice(3)] : []))
      if (attributes.length > 0)
        return fail(both(`tem ${attributes.join(', ')}`, `it has ${attributes.join(', ')}`), [
          `alter role ${quoted} ${attributes.map((one) => `no${one === 'super' ? 'superuser' : one}`).join(' ')};`,
        ])
      if (owns)
        return fail(both('é dono do esquema, ou membro do dono', 'it owns the schema, or is a member of the owner'))
      if (!groups.includes(role))
        return fail(both(`não é membro de ${role}`, `it is not a member of ${role}`), [`grant ${role} to ${quoted};`])
      const others = groups.filter((group) => group !== role)
      if (others.length === 0) return well(both(`membro de ${role}`, `member of ${role}`))
      const names = others.join(', ')
      return fail(both(`é membro também de ${names}`, `it is a member of ${names} as well`), [
        `revoke ${names} from ${quoted};`,
      ])
    },
  })

/** The gateway's logins, and other members of its database roles. */
export const logins: Diagnostic[] = [
  ...Object.entries(tasks).map(([setting, role]) => ofTask(setting as keyof typeof tasks, role)),
  examination('login.owner', {
    about: both('o login que migra', 'the login that migrates'),
    mend: both(
      'migre com um login que é dono do esquema e só isso: um superusuário ignora todas as permissões',
      'migrate by a login that owns the schema and no more: a superuser walks over every wall',
    ),
    needs: ['DATABASE_OWNER_URL'],
    async look({ login }) {
      const { rows } = await login('DATABASE_OWNER_URL').pool.query<{ rolsuper: boolean; owns: boolean }>(
        `select rolsuper, pg_has_role(oid, (select nspowner from pg_namespace where nspname = 'eclusa'), 'member') as owns
         from pg_roles where rolname = current_user`,
      )
      if (rows[0]!.rolsuper) return warn(both('é superusuário', 'it is a superuser'))
      return rows[0]!.owns ? well() : fail(both('não é dono do esquema', 'it does not own the schema'))
    },
  }),
  databaseExamination('login.members', {
    about: both('quem mais está nos papéis do gateway', 'other members of the roles of the gateway'),
    mend: both(
      'tire-lhes o atributo, ou tire-os do papel: o isolamento por linha não os detém',
      'remove the attribute, or the membership in the role: row-level security does not apply to these logins',
    ),
    async look({ pool }) {
      const { rows } = await pool.query<{ name: string; rolsuper: boolean; rolbypassrls: boolean }>(
        `with recursive member as (
           select oid from pg_roles where rolname ~ '^eclusa_(api|worker|desk|bootstrap|auditor)$'
           union select m.member from pg_auth_members m join member on m.roleid = member.oid)
         select rolname as name, rolsuper, rolbypassrls from pg_roles join member using (oid)
         where rolsuper or rolbypassrls order by 1`,
      )
      if (rows.length === 0) return well()
      const names = rows.map(({ name }) => name).join(', ')
      return fail(
        both(`passam por cima do isolamento por linha: ${names}`, `they bypass row-level security: ${names}`),
        rows.map(
          ({ name, rolsuper }) => `alter role ${JSON.stringify(name)} ${rolsuper ? 'nosuperuser ' : ''}nobypassrls;`,
        ),
      )
    },
  }),
]
