import { RecordScreen } from "@/app/_screen/record-page";
import { env } from "@/env/env";
import { SwitchForm } from "../_screens/member-switch.form";
import { members } from "../member.resource";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ over?: string }>;
}

export default async function SwitchToMemberPage({ params, searchParams }: Props) {
  const { id } = await params;
  const { over } = await searchParams;
  return (
    <RecordScreen of={members} id={id}>
      <SwitchForm id={id} isOver={over !== undefined} isToldByMail={env.SWITCH_TO_NOTICE} />
    </RecordScreen>
  );
}
