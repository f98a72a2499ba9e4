"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { trpc } from "@/components/kit/trpc";
import { etagOf } from "@/server/kit/etag.rules";
import { PictureEditor } from "../../_screens/picture.field";
import { pers } from "../../pers/pers.resource";
import { modelPers } from "../model-pers.resource";
import { ModelPersForm } from "./model-pers.form";

export function ModelPersSheet({ id }: { id: string }) {
  const setPicture = trpc.modelPers.setPicture.useMutation();
  return (
    <ResourceSheet
      of={modelPers}
      id={id}
      tabs={[
        {
          key: "overview",
          title: "Overview",
          content: (record) => (
            <>
              <ModelPersForm record={record} />
              <PictureEditor
                of={modelPers}
                title="Picture"
                url={record.picture}
                alt={record.label}
                save={(picture) => setPicture.mutateAsync({ id, picture, ifMatch: etagOf(record) })}
              />
            </>
          ),
        },
      ]}
      remove={() => ({ title: "Show its devices", href: pers.list({ modelPERSId: id }) })}
    />
  );
}
