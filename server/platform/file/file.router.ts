import { post } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { FileUploaded, fileCap, UploadFile } from "./file.schema";
import { fileService } from "./file.service";

const at = "/v1/backoffice/admin/files";
// The other parts of a form are a name and the lines between them.
const maxBytes = fileCap + 64 * 1024;

export const fileRouter = router({
  upload: permitted(
    "file.write",
    post(at, { status: 201, limited: true, files: ["file"], maxBytes, summary: "Upload a file for a record" }),
    {
      unaudited: "no record holds it yet; the change that takes it up is audited",
      files: ["file"],
      withoutKey: "it counts tries",
    },
  )
    .input(UploadFile)
    .output(FileUploaded)
    .mutation(({ ctx, input }) => fileService.upload(ctx, input.file)),
});
