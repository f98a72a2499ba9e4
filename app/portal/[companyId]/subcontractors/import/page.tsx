import { SubcontractorImport } from "../../_screens/partner-import.form";

export default SubcontractorImport;
