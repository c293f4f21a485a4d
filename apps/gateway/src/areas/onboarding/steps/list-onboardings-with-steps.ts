import Type from 'typebox'
import { PageQuery, PageReply } from '../../../http/page.ts'
import { route } from '../../../http/route.ts'
import { closedEnum, DateTime, line, openEnum, Uuid } from '../../../http/schema.ts'
import { onboardingMembers, personTypes, shown } from '../onboarding.ts'
import { listOnboardingsOf } from '../onboarding-list-store.ts'
import { onboardingStatuses } from '../status.ts'
import { stepNames, stepStatuses } from './step.ts'
import { stepsOfAll } from './step-store.ts'
import { texts } from './texts.ts'

const StepReply = Type.Object(
  {
    id: Uuid,
    name: openEnum(stepNames),
    status: openEnum(stepStatuses),
    order: Type.Integer({ description: 'Steps with the same order run in parallel.' }),
    legal_representative_id: Type.Optional(Uuid),
    shareholder_id: Type.Optional(
      Type.Unsafe<string>({ ...Uuid, description: 'Only for BC_PROTEGE: a shareholder who is not a representative.' }),
    ),
    finished_at: Type.Optional(DateTime),
  },
  { title: 'OnboardingStep' },
)

const WithSteps = Type.Object(
  {
    ...onboardingMembers,
    person_type: openEnum(personTypes),
    company_revenue: Type.Optional(Type.Integer()),
    steps: Type.Array(StepReply),
  },
  { title: 'OnboardingWithSteps' },
)

/** Every onboarding, of both person types, with its checks: two statements for any page size. */
export const listOnboardingsWithSteps = route({
  name: 'listOnboardingsWithSteps',
  ...texts.listOnboardingsWithSteps,
  method: 'GET',
  path: '/v1/users/onboardings/with-steps',
  query: PageQuery(['created_at', 'updated_at'], {
    status: Type.Optional(closedEnum(onboardingStatuses, 'Only onboardings in this status.')),
    person_type: Type.Optional(closedEnum(personTypes, 'Only of this kind of person.')),
    search: Type.Optional(
      line(
        160,
        'A whole CPF or CNPJ, or the beginning of a full name, in any case: of those names, the first thousand in alphabetical order. The value is not repeated in a URL, so there is no Link header: send it again with page_state.',
        3,
      ),
    ),
  }),
  reply: { 200: PageReply(WithSteps) },
  errors: [],

  async handle({ query, page, transaction }) {
    const cut = page()
    return transaction(async (tx) => {
      const { data, ...rest } = cut.answer(await listOnboardingsOf(tx, query, cut))
      const steps = await stepsOfAll(
        tx,
        data.map(({ id }) => id),
      )
      return { ...rest, data: data.map((one) => ({ ...shown(one), steps: steps.get(one.id) ?? [] })) }
    })
  },
})
